import { useMutation } from "@tanstack/react-query";
import { Upload } from "lucide";
import { useState } from "react";
import { attachLetter } from "#contract/calls/destruction/destruction-batches.ts";
import { nameLength } from "#contract/limits.ts";
import { newAttempt } from "#web/api/attempt.ts";
import { invalidate } from "#web/api/queries.ts";
import { upload } from "#web/api/upload.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { FileInput } from "#web/ui/form/file-input.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { Section } from "#web/ui/page/section.tsx";

/** The customer's signed letter, where nobody of theirs approves on the screen. */
export function LetterUpload({ id }: { id: number }) {
  const [signer, setSigner] = useState("");
  const [reference, setReference] = useState("");
  const [file, setFile] = useState<File>();
  const [once] = useState(newAttempt);
  const send = useMutation({
    mutationFn: (letter: File) =>
      upload(attachLetter, {
        path: { id },
        fields: { signer, reference },
        file: letter,
        once,
        onShare: () => undefined,
      }),
    meta: { inPlace: true },
    onSuccess: () => invalidate(attachLetter),
  });
  const missing =
    (!file && "Bitte wählen Sie den Brief.") ||
    (!signer.trim() && "Wer hat unterschrieben?") ||
    (!reference.trim() && "Unter welchem Zeichen liegt er?");
  return (
    <Section title="Freigabe auf Papier">
      <Form onSubmit={() => file && !missing && send.mutate(file)}>
        <div className="grid gap-3 sm:grid-cols-3">
          <Field label="Unterschrieben von" required>
            <TextInput value={signer} maxLength={nameLength} onChange={({ target }) => setSigner(target.value)} />
          </Field>
          <Field label="Zeichen" required>
            <TextInput value={reference} maxLength={nameLength} onChange={({ target }) => setReference(target.value)} />
          </Field>
          <Field label="Brief (PDF oder Bild)" required>
            <FileInput
              aria-label="Brief (PDF oder Bild)"
              accept="application/pdf,image/*"
              file={file}
              onChange={setFile}
            />
          </Field>
        </div>
        {send.error && <ErrorState error={send.error} />}
        <div>
          <Button type="submit" icon={Upload} pending={send.isPending} disabledReason={missing}>
            Brief hochladen
          </Button>
        </div>
      </Form>
    </Section>
  );
}
