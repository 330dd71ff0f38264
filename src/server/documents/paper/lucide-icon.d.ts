declare module "lucide/dist/esm/icons/*.mjs" {
  import type { IconNode } from "lucide";
  const icon: IconNode;
  export default icon;
}
