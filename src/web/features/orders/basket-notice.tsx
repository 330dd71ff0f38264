import Bell from "lucide-react/icons/bell";
import CircleX from "lucide-react/icons/circle-x";
import FileOutput from "lucide-react/icons/file-output";
import { type ContentState, contentStateNotice } from "#rules/content-state.ts";
import { Badge } from "#web/ui/page/badge.tsx";
import type { StateLook } from "#web/ui/page/box-state-badge.tsx";

const looks: Partial<Record<ContentState, StateLook>> = {
  1: { tone: "amber", icon: FileOutput },
  2: { tone: "blue", icon: Bell },
  3: { tone: "red", icon: CircleX },
};

/** Why a content cannot be ordered (specification 4); nothing where it can. */
export function ContentNotice({ state }: { state: ContentState }) {
  const look = looks[state];
  return look && <Badge {...look}>{contentStateNotice[state]}</Badge>;
}
