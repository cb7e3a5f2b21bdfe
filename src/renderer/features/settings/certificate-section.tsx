import { useState } from "react";
import type { CertificateView } from "#shared/contract/sign-in.ts";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { formatMinute } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core-query.ts";
import styles from "./settings-page.module.css";

/** Keys that sign in without a person, with how long each still holds. */
export function CertificateSection() {
  const list = useCoreQuery("certificates.list", {});
  const forget = useCoreCommand("certificates.forget");
  const [asked, setAsked] = useState<CertificateView | null>(null);
  const failure = list.error ?? forget.error;
  return (
    <div className={styles.stack} aria-busy={list.isPending}>
      {failure === null ? null : <FailureNote failure={failure.failure} />}
      {list.data?.length === 0 ? (
        <p className={styles.quiet}>{t("None yet. One is made or imported when a ledger is connected that takes certificates.")}</p>
      ) : null}
      {list.data === undefined || list.data.length === 0 ? null : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("Certificate")}</th>
              <th scope="col">{t("Kind")}</th>
              <th scope="col">{t("Holds until")}</th>
              <th scope="col">{t("Public part")}</th>
              <th scope="col">{t("Act")}</th>
            </tr>
          </thead>
          <tbody>
            {list.data.map((certificate) => (
              <CertificateRow key={certificate.keyId} certificate={certificate} onDelete={() => setAsked(certificate)} />
            ))}
          </tbody>
        </table>
      )}
      {asked === null ? null : (
        <ConfirmDialog
          title={t("Delete the key {name}?", { name: asked.name })}
          act={t("Delete the key")}
          onClose={() => setAsked(null)}
          onAct={() =>
            forget.mutate(
              { keyId: asked.keyId },
              {
                onSuccess: () => {
                  announce(t("The key is deleted."));
                  void list.refetch();
                },
              },
            )
          }
        >
          <p>{t("It goes from the keychain of this machine and can not be brought back. A key that a connection uses is not deleted.")}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

interface CertificateRowProps {
  readonly certificate: CertificateView;
  readonly onDelete: () => void;
}

function CertificateRow({ certificate, onDelete }: CertificateRowProps) {
  const { name, algorithm, fingerprint, notAfter, warning, daysLeft } = certificate;
  return (
    <tr>
      <th scope="row" title={t("SHA-256 {fingerprint}", { fingerprint })}>
        {name}
      </th>
      <td>{algorithm}</td>
      <td>
        {formatMinute(notAfter)}{" "}
        {warning === null ? null : <Chip tone="warning" word={t("{daysLeft} days left", { daysLeft })} title={warning} />}
      </td>
      <td>
        <CopyButton text={certificate.certificate} />
      </td>
      <td>
        <Button kind="quiet" aria-label={t("Delete the key {name}", { name })} onClick={onDelete}>
          {t("Delete")}
        </Button>
      </td>
    </tr>
  );
}
