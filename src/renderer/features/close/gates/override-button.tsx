import { useState } from "react";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import type { GateView } from "#shared/contract/close/close-gates.ts";
import { call } from "../../../api/client.ts";
import { t } from "../../../language/t.ts";
import { useActs } from "../../../state/core/undo.ts";
import { useMayAs } from "../../../state/window/current-role.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { ReasonDialog } from "../../../ui/dialogs/reason-dialog.tsx";
import { GATE_WORDS, openWords } from "./gate-labels.ts";

/** Why the current user can't override the gate; null when they can. */
export function useOverrideBar({ rule }: Pick<GateView, "rule">): string | null {
  const isAllowed = useMayAs(rule === "never" ? "admin" : rule);
  if (rule === "never") return t("The firm's policy doesn't allow overriding this.");
  if (isAllowed) return null;
  return rule === "admin"
    ? t("Under the firm's policy, only administrators can override this.")
    : t("Under the firm's policy, only reviewers and administrators can override this.");
}

/** Overrides a gate with a reason, or says why that isn't possible. */
export function OverrideButton({ status, gate }: { readonly status: CloseStatus; readonly gate: GateView }) {
  const [asking, setAsking] = useState(false);
  const { clientId, period } = status;
  const { perform, pending } = useActs(clientId);
  const bar = useOverrideBar(gate);
  const name = GATE_WORDS[gate.gate];
  return (
    <>
      <Button
        kind="quiet"
        disabled={bar !== null || pending !== null}
        title={bar ?? t("Lets the reviewer sign off while this work is still open")}
        aria-label={t("Override: {name}", { name })}
        onClick={() => setAsking(true)}
      >
        {t("Override…")}
      </Button>
      {asking ? (
        <ReasonDialog
          title={t("Override: {name}", { name })}
          act={t("Override")}
          onClose={() => setAsking(false)}
          onAct={(why) =>
            perform({
              key: gate.gate,
              words: t("Overridden: {name}.", { name }),
              run: () => call("close.override", { clientId, period: period.id, gate: gate.gate, why }),
              undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
            })
          }
        >
          <p>
            {t(
              "Not finished: {open}. Once overridden, this work won't block sign-off or closing. Your name and reason will be printed in the close pack. {blocking, plural, one {This item stays overridden even if it changes.} other {These items stay overridden even if they change.}} Work that comes up later isn't overridden.",
              {
                open: openWords(gate),
                blocking: gate.blocking,
              },
            )}
          </p>
        </ReasonDialog>
      ) : null}
    </>
  );
}
