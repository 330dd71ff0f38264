import { type Shortcut, ShortcutsHelp } from "#web/ui/menu/shortcuts-help.tsx";
import type { ShellDialogProps } from "./use-shortcuts.tsx";

const shortcuts: readonly Shortcut[] = [
  { group: "Überall", keys: ["Strg", "K"], text: "Suche und Befehle" },
  { group: "Überall", keys: ["/"], text: "Suche und Befehle" },
  { group: "Überall", keys: ["?"], text: "Diese Übersicht" },
  { group: "Überall", keys: ["Esc"], text: "Schließen, ohne etwas zu tun" },
  { group: "Überall", keys: ["Enter"], text: "Formular absenden, Filter sofort anwenden" },
  { group: "Menüs und Auswahllisten", keys: ["↑", "↓"], text: "Eintrag wählen" },
  { group: "Box", keys: ["N"], text: "Neuer Inhalt" },
  { group: "Scanner", keys: ["Boxcode"], text: "Box öffnen" },
  { group: "Scanner", keys: ["QR-Code einer Reihe"], text: "Reihe öffnen" },
];

export function ShortcutsDialog({ onClose }: ShellDialogProps) {
  return <ShortcutsHelp shortcuts={shortcuts} onClose={onClose} />;
}
