import type { SettingChange } from "#shared/contract/clients/setting-changes.ts";
import { ENGLISH_LANGUAGES, OPEN_ITEM_TERMS } from "#shared/language/english.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { formatMinute } from "../../format/dates/date.ts";
import { LANGUAGES, termsName } from "../../language/languages.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useSettingActs } from "../../state/core/firm-acts.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import { Button } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import styles from "./settings-page.module.css";

/** Who changed the firm's name, logo, language and templates, newest first, each to be undone, and people's PINs. */
export function FirmActivity() {
  const changes = useCoreQuery("firm.activity", {});
  const { undo, pending } = useSettingActs();
  const isAdmin = useMayAs("admin");
  const isPreparer = useMayAs("preparer");
  return (
    <div className={styles.stack} aria-busy={changes.isPending}>
      <p className={styles.quiet}>
        {t(
          "Changes to the firm's name, logo, language, wording for open invoices and bills, templates for flux explanations, and people's PINs. Each client has its own activity log.",
        )}
      </p>
      {changes.error === null ? null : <FailureNote failure={changes.error.failure} />}
      {changes.data?.length === 0 ? (
        <EmptyState title={t("No changes yet")}>
          <p>
            {isAdmin
              ? t("Changes appear here, with the person who made each one. You can undo all but PIN changes.")
              : t("Changes appear here, with the person who made each one.")}
          </p>
        </EmptyState>
      ) : null}
      {changes.data === undefined || changes.data.length === 0 ? null : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("When")}</th>
              <th scope="col">{t("Change")}</th>
              <th scope="col">{t("Person")}</th>
              <th scope="col" />
            </tr>
          </thead>
          <tbody>
            {changes.data.map((change) => {
              const title = titleOf(change);
              return (
                <tr key={change.changeId}>
                  <td className={styles.quiet}>{formatMinute(change.at)}</td>
                  <td>
                    {title}
                    <div className={styles.quiet}>{detailOf(change)}</div>
                    {change.undoneBy === null ? null : (
                      <div className={styles.quiet}>{t("Undone by {person}", { person: nameOfNoted(change.undoneBy) })}</div>
                    )}
                  </td>
                  <td className={styles.quiet} title={change.person}>
                    {nameOfNoted(change.person)}
                  </td>
                  <td className={styles.end}>
                    {!mayUndo(change, { isAdmin, isPreparer }) ? null : (
                      <Button
                        kind="quiet"
                        className={styles.toEdge}
                        disabled={pending}
                        aria-label={t("Undo: {title}", { title })}
                        onClick={() => undo(t("Undone: “{title}.”", { title }), change.changeId)}
                      >
                        {t("Undo")}
                      </Button>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
}

function mayUndo({ kind, undoneBy }: SettingChange, may: { readonly isAdmin: boolean; readonly isPreparer: boolean }): boolean {
  if (undoneBy !== null || kind === "person_pin") return false;
  return kind === "flux_template" ? may.isPreparer : may.isAdmin;
}

function titleOf({ kind, what, subject, person }: SettingChange): string {
  switch (kind) {
    case "firm_name":
      return t("Firm name");
    case "firm_logo":
      return t("Logo");
    case "firm_language":
      return t("Firm's language");
    case "open_item_terms":
      return t("Wording for open invoices and bills");
    case "flux_template":
      return what === "added"
        ? t("Template added: {name}", { name: subject })
        : what === "removed"
          ? t("Template removed: {name}", { name: subject })
          : t("Template changed: {name}", { name: subject });
    case "person_pin":
      if (subject === "") return what === "added" ? t("PIN required to sign off") : t("PIN no longer required to sign off");
      if (what === "added") return t("PIN set: {name}", { name: subject });
      if (what === "changed") return t("PIN changed: {name}", { name: subject });
      return nameOfNoted(person) === subject ? t("PIN removed: {name}", { name: subject }) : t("PIN reset: {name}", { name: subject });
  }
}

/** From what to what; a template that was added or removed says its text once, and of a PIN nothing is known. */
function detailOf({ kind, before, after }: SettingChange): string {
  const said = (value: string | null): string => {
    if (kind === "firm_language") {
      const language = ENGLISH_LANGUAGES.find((id) => id === value);
      return LANGUAGES.find(({ id }) => id === language)?.name ?? t("Each computer's own setting");
    }
    if (kind === "open_item_terms") return termsName(OPEN_ITEM_TERMS.find((terms) => terms === value) ?? "receivables");
    return value ?? t("None");
  };
  if (kind === "person_pin") return "";
  if (kind === "flux_template" && (before === null || after === null)) return before ?? after ?? "";
  return `${said(before)} → ${said(after)}`;
}
