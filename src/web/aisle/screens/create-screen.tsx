import { beginCreate, createBoxesFlow } from "#rules/aisle/create.ts";
import { FlowScreen } from "#web/aisle/flow-screen.tsx";

const flow = { name: "create" as const, begin: beginCreate, reduce: createBoxesFlow };

/** Labels that were printed before become boxes of the customer whose number stands on them. */
export function CreateScreen() {
  return (
    <FlowScreen flow={flow} title="Neue Boxen" counter={({ counts }) => counts.created ?? 0}>
      {({ state }) =>
        !state.said && (
          <p className="p-2 text-center text-title">
            {state.isOnline ? "Bitte das neue Etikett scannen." : "Boxen werden nur mit Netz angelegt."}
          </p>
        )
      }
    </FlowScreen>
  );
}
