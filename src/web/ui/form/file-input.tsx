import { FileUp } from "lucide";
import { type ComponentProps, useRef } from "react";
import { Button } from "#web/ui/button/button.tsx";

type FileInputProps = Omit<ComponentProps<"input">, "onChange"> & {
  file: File | undefined;
  onChange: (file: File | undefined) => void;
};

/** A file that is chosen by a button, with its name beside it. */
export function FileInput({ file, onChange, ...rest }: FileInputProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Button icon={FileUp} onClick={() => input.current?.click()}>
        {file ? "Andere Datei" : "Datei wählen"}
      </Button>
      <span className="min-w-0 truncate text-muted">{file?.name ?? "Keine Datei gewählt"}</span>
      <input
        ref={input}
        type="file"
        hidden
        {...rest}
        onChange={({ currentTarget }) => onChange(currentTarget.files?.[0])}
      />
    </span>
  );
}
