import { useEffect, useId } from "react";
import { ENGLISH_LANGUAGES, type EnglishLanguage, OPEN_ITEM_TERMS } from "#shared/language/english.ts";
import { call } from "../../api/client.ts";
import { followFirm, LANGUAGES, termsName } from "../../language/languages.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { keepForReload, offerKeptUndo, useSettingActs } from "../../state/core/firm-acts.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import styles from "./settings-page.module.css";

type Choice = EnglishLanguage | "computer";

const LANGUAGE_USE = t("For close packs, exports and messages, and for the screens of anyone in the firm who hasn't chosen a language.");

const WORDING_USE = t("What open invoices and bills are called on every screen and in close packs, for everyone in the firm.");

/** What the whole firm writes: the language of packs, exports and the command line, and what open items are called. */
export function FirmEnglish() {
  const languageId = useId();
  const termsId = useId();
  const english = useCoreQuery("firm.english", {});
  const { act, pending } = useSettingActs();
  const isAdmin = useMayAs("admin");
  useEffect(offerKeptUndo, []);
  const choose = (input: { language?: Choice; terms?: (typeof OPEN_ITEM_TERMS)[number] }): void => {
    const words = input.terms === undefined ? t("Firm's language changed.") : t("Wording for open invoices and bills changed.");
    void act(words, async () => {
      const saved = await call("firm.setEnglish", input);
      if (followFirm(saved.english)) keepForReload(words, saved);
      return saved;
    });
  };
  const disabled = !isAdmin || english.data === undefined || pending;
  const title = isAdmin ? undefined : t("Only administrators can change this.");
  return (
    <>
      {english.error === null ? null : <FailureNote failure={english.error.failure} />}
      <div className={styles.row}>
        <label htmlFor={languageId}>{t("Firm's language")}</label>
        <div className={styles.stack}>
          <div>
            <select
              id={languageId}
              className={styles.select}
              value={english.data?.language ?? "computer"}
              disabled={disabled}
              title={title}
              onChange={({ target: { value } }) => choose({ language: ENGLISH_LANGUAGES.find((id) => id === value) ?? "computer" })}
            >
              <option value="computer">{t("Each computer's own setting")}</option>
              {ENGLISH_LANGUAGES.map((id) => (
                <option key={id} value={id}>
                  {LANGUAGES.find((language) => language.id === id)?.name ?? id}
                </option>
              ))}
            </select>
          </div>
          <p className={styles.quiet}>{LANGUAGE_USE}</p>
        </div>
      </div>
      <div className={styles.row}>
        <label htmlFor={termsId}>{t("Wording for open invoices and bills")}</label>
        <div className={styles.stack}>
          <div>
            <select
              id={termsId}
              className={styles.select}
              value={english.data?.terms ?? "receivables"}
              disabled={disabled}
              title={title}
              onChange={({ target: { value } }) => choose({ terms: OPEN_ITEM_TERMS.find((terms) => terms === value) ?? "receivables" })}
            >
              {OPEN_ITEM_TERMS.map((terms) => (
                <option key={terms} value={terms}>
                  {termsName(terms)}
                </option>
              ))}
            </select>
          </div>
          <p className={styles.quiet}>{WORDING_USE}</p>
        </div>
      </div>
    </>
  );
}
