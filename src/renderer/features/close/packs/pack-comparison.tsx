import { useState } from "react";
import type { PackRow } from "#shared/contract/close/packs.ts";
import type { PackComparison } from "#shared/model/close/pack.ts";
import { columnChanges, documentChange } from "#shared/model/labels/pack-change-words.ts";
import { formatCount } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import { ScrollSection } from "../../../ui/layout/scroll-area.tsx";
import styles from "../close.module.css";
import { columnText } from "./column-text.ts";

const KINDS = { added: t("Added"), changed: t("Changed"), removed: t("Deleted") } as const;
/** A file that a version no longer has isn't deleted: the older version keeps it. */
const FILE_KINDS = { ...KINDS, removed: t("Removed") } as const;

const SHOWN_DOCUMENTS = 200;

interface ComparePacksProps {
  readonly clientId: string;
  readonly older: PackRow;
  readonly newer: PackRow;
}

/** What moved from the version before to this one: balances, documents and files. */
export function ComparePacks({ clientId, older, newer }: ComparePacksProps) {
  const [open, setOpen] = useState(false);
  const versions = { older: older.version, newer: newer.version };
  return (
    <>
      <Button disabled={!older.isThere || !newer.isThere} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("What changed since version {older}…", versions)}
      </Button>
      {open ? (
        <Dialog title={t("Changes from version {older} to version {newer}", versions)} onClose={() => setOpen(false)}>
          <Compared clientId={clientId} older={older} newer={newer} />
        </Dialog>
      ) : null}
    </>
  );
}

function Compared({ clientId, older, newer }: ComparePacksProps) {
  const versions = { older: older.version, newer: newer.version };
  const query = useCoreQuery("packs.compare", { clientId, older: older.packNo, newer: newer.packNo });
  return (
    <ScrollSection className={styles.compared} data-first-focus="" aria-label={t("What changed")}>
      <QueryAnswer query={query} label={t("comparison")}>
        {(comparison) => (
          <>
            <p>
              {comparison.chained
                ? t("Version {newer} supersedes version {older} and records the hash of version {older}.", versions)
                : t(
                    "The file of version {older} doesn't match the hash recorded in version {newer}. At least one of the two files was changed after Tieout created it. To find out which, verify both versions.",
                    versions,
                  )}{" "}
              {comparison.newer.reason === null
                ? null
                : t("Reason for version {newer}: {reason}", { ...versions, reason: comparison.newer.reason })}
            </p>
            <Accounts accounts={comparison.accounts} />
            <Documents comparison={comparison} />
            <Files files={comparison.files} />
          </>
        )}
      </QueryAnswer>
    </ScrollSection>
  );
}

function Accounts({ accounts }: Pick<PackComparison, "accounts">) {
  if (accounts.length === 0) return <p className={text.muted}>{t("No balances changed.")}</p>;
  return (
    <table className={styles.movedTable} aria-label={t("Changed balances")}>
      <thead>
        <tr>
          <th scope="col">{t("Account")}</th>
          <th scope="col">{t("Before")}</th>
          <th scope="col">{t("After")}</th>
          <th scope="col">{t("Difference")}</th>
        </tr>
      </thead>
      <tbody>
        {accounts.map(({ accountId, code, name, before, after, difference }) => (
          <tr key={accountId}>
            <th scope="row">{`${code} ${name}`.trim()}</th>
            <td>{before === null ? t("none") : <Money amount={before} currency="" />}</td>
            <td>{after === null ? t("none") : <Money amount={after} currency="" />}</td>
            <td>
              <Money amount={difference} currency="" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Documents({ comparison: { documents, documentCount } }: { readonly comparison: PackComparison }) {
  const shown = documents.slice(0, SHOWN_DOCUMENTS);
  const left = documentCount - shown.length;
  if (documentCount === 0)
    return <p className={text.muted}>{t("No transactions were added, changed or deleted (payments not counted).")}</p>;
  return (
    <>
      <h3>
        {t(
          "{documentCount, plural, one {1 transaction} other {{documentCount, number} transactions}} added, changed or deleted (payments not counted)",
          { documentCount },
        )}
      </h3>
      <ul className={styles.items}>
        {shown.map((document) => (
          <li key={document.id}>
            {t("{kind}: {name}", {
              kind: KINDS[documentChange(document)],
              name: [document.number === "" ? t("transaction without a number") : document.number, document.party]
                .filter((part) => part !== "")
                .join(", "),
            })}{" "}
            <span className={text.muted}>{columnChanges(document).map(columnText).join("; ")}</span>
          </li>
        ))}
        {left > 0 ? <li className={text.muted}>{t("and {left} more", { left: formatCount(left) })}</li> : null}
      </ul>
    </>
  );
}

function Files({ files }: Pick<PackComparison, "files">) {
  if (files.length === 0) return null;
  return (
    <p className={text.muted}>
      {t("Files: {files}.", { files: files.map(({ name, kind }) => `${name} (${FILE_KINDS[kind].toLowerCase()})`).join(", ") })}
    </p>
  );
}
