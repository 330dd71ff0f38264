import { Lock, LockOpen } from "lucide";
import { Badge } from "#web/ui/page/badge.tsx";

/** Says whether a hold is still there. */
export const HoldStateBadge = ({ isReleased }: { isReleased: boolean }) =>
  isReleased ? (
    <Badge tone="grey" icon={LockOpen}>
      aufgehoben
    </Badge>
  ) : (
    <Badge tone="red" icon={Lock}>
      gesperrt
    </Badge>
  );
