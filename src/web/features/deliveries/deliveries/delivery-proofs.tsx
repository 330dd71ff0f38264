import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import { loadPicture } from "#web/api/pictures.ts";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { BlobImage } from "#web/ui/page/blob-image.tsx";
import { Section } from "#web/ui/page/section.tsx";

const names = { signature: "Unterschrift", photo: "Foto" } as const;

/** The pictures that prove a handover; nothing where there are none. */
export function DeliveryProofs({ proofs }: Pick<DeliveryDetail, "proofs">) {
  if (proofs.length === 0) return null;
  return (
    <Section title="Nachweise" total={proofs.length}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-3 rounded-md border border-line bg-surface p-3">
        {proofs.map(({ id, kind, created }) => (
          <li key={id} className="min-w-0">
            {/* ink on paper, also at night */}
            <div className="mb-1 rounded-sm border border-line bg-surface scheme-light">
              <BlobImage
                source={`/api/v1/proofs/${id}/file/`}
                load={loadPicture}
                alt={names[kind]}
                width={320}
                height={200}
                className="w-full!"
              />
            </div>
            <p>{names[kind]}</p>
            <p className="text-muted tabular-nums">
              <time dateTime={created}>{showDateTime(created)}</time>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
