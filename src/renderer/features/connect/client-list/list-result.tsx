import { useHashLocation } from "wouter/use-hash-location";
import { profileName } from "#shared/model/ledger/ledger-label.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { changeWizard, resetWizard } from "../../../state/window/connect-wizard.ts";
import { Button } from "../../../ui/controls/button.tsx";
import step from "../step.module.css";
import type { ListRow } from "./list-rows.ts";
import type { RowProgress } from "./use-list-import.ts";

interface ListResultProps {
  readonly rows: readonly ListRow[];
  readonly progress: Readonly<Record<string, RowProgress>>;
}

/** What is left to do for the clients that were added: read those that are connected, sign in for the others. */
export function ListResult({ rows, progress }: ListResultProps) {
  const [, navigate] = useHashLocation();
  const choices = useCoreQuery("signIn.choices", {}).data ?? [];
  const idsIn = (state: RowProgress["state"], wanted: readonly ListRow[]) =>
    wanted.flatMap(({ name }) => {
      const row = progress[name];
      return row?.state === state && row.clientId !== null ? [row.clientId] : [];
    });
  const connected = idsIn("connected", rows);
  const waiting = choices
    .map((choice) => ({ choice, rows: rows.filter((row) => row.profile === choice.profile && progress[row.name]?.state === "added") }))
    .filter((group) => group.rows.length > 0);
  const signIn = (profile: string, wanted: readonly ListRow[]) => {
    const tenants = wanted.flatMap(({ name, tenant }) => {
      const clientId = progress[name]?.clientId;
      return tenant === "" || clientId === null || clientId === undefined ? [] : [[tenant, clientId] as const];
    });
    resetWizard(null);
    changeWizard({ step: "sign-in", profile, expected: Object.fromEntries(tenants) });
    navigate("/connect");
  };
  if (connected.length === 0 && waiting.length === 0) return null;
  return (
    <section className={step.card} aria-label={t("Next steps")}>
      {connected.length === 0 ? null : (
        <div className={step.line}>
          <span>{t("{count, plural, one {1 client connected.} other {{count} clients connected.}}", { count: connected.length })}</span>
          <Button
            onClick={() => {
              resetWizard(null);
              changeWizard({ step: "found", connected });
              navigate("/connect");
            }}
          >
            {t("Review ledger details")}
          </Button>
        </div>
      )}
      {waiting.map(({ choice, rows: wanted }) => (
        <div key={choice.profile} className={step.line}>
          <span>
            {t("{count, plural, one {1 client still needs} other {{count} clients still need}} a sign-in to {label}.", {
              count: wanted.length,
              label: profileName(choice),
            })}
          </span>
          <Button onClick={() => signIn(choice.profile, wanted)}>{t("Sign in to {label}", { label: profileName(choice) })}</Button>
        </div>
      ))}
    </section>
  );
}
