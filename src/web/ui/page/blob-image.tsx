import { clsx } from "clsx";
import { useEffect, useEffectEvent, useState } from "react";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

type BlobImageProps = {
  /** Identity of the picture, usually its address: a new one is loaded again. */
  source: string;
  load: (source: string, signal: AbortSignal) => Promise<Blob>;
  alt: string;
  /** Its place on the page in CSS pixels, kept from the first moment. */
  width: number;
  height: number;
  className?: string | undefined;
};

type LoadedImage = { source: string; url?: string; failed?: boolean };

/** A picture that is fetched by its caller (with a token, checked by content) and shown from memory. */
export function BlobImage({ source, load, alt, width, height, className }: BlobImageProps) {
  const [loaded, setLoaded] = useState<LoadedImage | null>(null);
  const [attempt, setAttempt] = useState(0);
  const fetchPicture = useEffectEvent(load);
  useEffect(() => {
    const stop = new AbortController();
    let url: string | undefined;
    const show = (blob: Blob) => {
      if (stop.signal.aborted) return;
      url = URL.createObjectURL(blob);
      setLoaded({ source, url });
    };
    const fail = () => !stop.signal.aborted && setLoaded({ source, failed: true });
    fetchPicture(source, stop.signal).then(show).catch(fail);
    return () => {
      stop.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [source, attempt]);
  const current = loaded?.source === source ? loaded : null;
  const retry = () => {
    setLoaded(null);
    setAttempt((count) => count + 1);
  };
  return (
    <div
      className={clsx("relative max-w-full overflow-hidden", className)}
      style={{ width, aspectRatio: `${width} / ${height}` }}
    >
      {!current && <Skeleton className="size-full" />}
      {current?.url && (
        <img src={current.url} alt={alt} width={width} height={height} className="size-full object-contain" />
      )}
      {current?.failed && <ErrorState error={`${alt}: konnte nicht geladen werden.`} onRetry={retry} />}
    </div>
  );
}
