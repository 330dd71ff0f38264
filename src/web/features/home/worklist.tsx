import { FileUp, PackageSearch, Truck } from "lucide";
import { clsx } from "clsx";
import type { Home } from "#contract/schemas/home/home.ts";
import { useSession } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { FirstStepsSection } from "./first-steps-section.tsx";
import { StockMonths } from "./stock-months-section.tsx";
import { TourSection } from "./tour-section.tsx";
import { WaitingSection } from "./waiting-section.tsx";

/** What is under way, what waits, and for who leads how full the shelves are: one page for staff and customers. */
export function Worklist({ home }: { home: Home }) {
  const { user } = useSession();
  if (!user) return null;
  const { tour, waiting, first_steps, may_import } = home;
  const stock = first_steps ? null : home.stock; // nothing stands there yet
  return (
    <>
      {!user.is_staff && <Errands mayImport={may_import} />}
      <div className={clsx("grid gap-x-8 lg:grid-cols-2", stock && "xl:grid-cols-[1fr_1fr_18rem]")}>
        {first_steps ? <FirstStepsSection steps={first_steps} /> : <TourSection tour={tour} isStaff={user.is_staff} />}
        <WaitingSection lines={waiting} user={user} />
        {stock && <StockMonths months={stock} />}
      </div>
    </>
  );
}

/** What a customer's user comes for. */
const Errands = ({ mayImport }: { mayImport: boolean }) => (
  <div className="mt-4 flex flex-wrap gap-2">
    <ButtonLink look="primary" icon={Truck} {...paths.newDelivery()}>
      Box anfordern
    </ButtonLink>
    <ButtonLink icon={PackageSearch} {...paths.boxes()}>
      Meine Boxen
    </ButtonLink>
    {mayImport && (
      <ButtonLink icon={FileUp} to="/imports">
        Boxen importieren
      </ButtonLink>
    )}
  </div>
);
