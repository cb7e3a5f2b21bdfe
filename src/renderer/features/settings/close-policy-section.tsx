import { type ClosePolicy, type OverrideRule, SIGN_GATES } from "#shared/model/close/close-gates.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { formatMinute } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { AdminNote } from "./admin-note.tsx";
import styles from "./settings-page.module.css";

type Ruled = keyof ClosePolicy;

const RULED: readonly Ruled[] = [...SIGN_GATES, "named_person"];
const GATE_LABELS: Readonly<Record<Ruled, string>> = {
  tasks: t("Checklist tasks still open"),
  reconciliations: t("Reconciliations still open"),
  flux: t("Material changes still open"),
  review_notes: t("Review notes still open"),
  named_person: t("Sign-off in place of a named preparer or reviewer"),
};
/** What a line includes that its name doesn't say. */
const NOTES: Partial<Readonly<Record<Ruled, string>>> = {
  tasks: t(
    "Includes tie-outs on the checklist that are out of balance or can't be checked. A reviewer can also accept a tie-out's result with a reason.",
  ),
};
const RULES: readonly { readonly rule: OverrideRule; readonly word: string }[] = [
  { rule: "never", word: t("No one") },
  { rule: "reviewer", word: t("Reviewers and administrators") },
  { rule: "admin", word: t("Administrators") },
];

/** Who may let a reviewer sign off, or a period close, with open work. */
export function ClosePolicySection() {
  const policy = useCoreQuery("close.policy", {});
  const save = useCoreCommand("close.setPolicy");
  const isAdmin = useMayAs("admin");
  const failure = policy.error ?? save.error;
  const choose = (gate: Ruled, rule: OverrideRule): void =>
    save.mutate(gate === "review_notes" ? { reviewNotes: rule } : gate === "named_person" ? { namedPerson: rule } : { [gate]: rule }, {
      onSuccess: () => {
        announce(t("Close policy saved."));
        void policy.refetch();
      },
    });
  return (
    <div className={styles.stack} aria-busy={policy.isPending}>
      <AdminNote />
      <p className={styles.quiet}>
        {t(
          "Choose who may close a period, or sign off on it as reviewer, while work is still open. Also choose who may sign off on a reconciliation in place of the named preparer or reviewer. Both require a reason, which the close pack lists.",
        )}
      </p>
      {failure === null ? null : <FailureNote failure={failure.failure} />}
      {RULED.map((gate) => (
        <div key={gate} className={styles.row}>
          <label htmlFor={`policy-${gate}`}>{GATE_LABELS[gate]}</label>
          <select
            id={`policy-${gate}`}
            className={styles.select}
            value={policy.data?.policy[gate] ?? "never"}
            disabled={!isAdmin || policy.data === undefined || save.isPending}
            title={isAdmin ? undefined : t("Only administrators can change this.")}
            aria-describedby={NOTES[gate] === undefined ? undefined : `policy-${gate}-note`}
            onChange={(event) => choose(gate, RULES.find(({ rule }) => rule === event.target.value)?.rule ?? "never")}
          >
            {RULES.map(({ rule, word }) => (
              <option key={rule} value={rule}>
                {word}
              </option>
            ))}
          </select>
          {NOTES[gate] === undefined ? null : (
            <p id={`policy-${gate}-note`} className={styles.hint}>
              {NOTES[gate]}
            </p>
          )}
        </div>
      ))}
      <div className={styles.row}>
        <span>{t("Same preparer and reviewer")}</span>
        <p className={styles.fixed}>{t("Never allowed for a period, a reconciliation or a material change. This can't be overridden.")}</p>
      </div>
      {policy.data?.person === null || policy.data?.at === null || policy.data === undefined ? null : (
        <p className={styles.quiet}>
          {t("Last changed by {person}, {at}", { person: nameOfNoted(policy.data.person), at: formatMinute(policy.data.at) })}
        </p>
      )}
    </div>
  );
}
