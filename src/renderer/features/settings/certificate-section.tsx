import { useState } from "react";
import type { CertificateView } from "#shared/contract/connections/sign-in.ts";
import { formatMinute } from "../../format/dates/date.ts";
import { daysLeftLabel } from "../../format/labels/certificate-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { CopyButton } from "../../ui/controls/copy-button.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
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
        <EmptyState title={t("No certificates on this computer")}>
          <p>{t("You create or import one when you connect a ledger that accepts certificates.")}</p>
        </EmptyState>
      ) : null}
      {list.data === undefined || list.data.length === 0 ? null : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("Certificate")}</th>
              <th scope="col">{t("Type")}</th>
              <th scope="col">{t("Valid until")}</th>
              <th scope="col">{t("Public certificate")}</th>
              <th scope="col">{t("Action")}</th>
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
          title={t("Delete the certificate {name}?", { name: asked.name })}
          act={t("Delete certificate")}
          danger
          onClose={() => setAsked(null)}
          onAct={() =>
            forget.mutate(
              { keyId: asked.keyId },
              {
                onSuccess: () => {
                  announce(t("The certificate was deleted."));
                  void list.refetch();
                },
              },
            )
          }
        >
          <p>
            {t(
              "The certificate and its private key are deleted from this computer, and Tieout can't restore them. If a connection still uses the certificate, Tieout won't delete it.",
            )}
          </p>
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
      <th scope="row" title={t("Fingerprint (SHA-256): {fingerprint}", { fingerprint })}>
        {name}
      </th>
      <td>{algorithm}</td>
      <td>
        {formatMinute(notAfter)} {warning === null ? null : <Chip tone="warning" word={daysLeftLabel(daysLeft)} title={warning} />}
      </td>
      <td>
        <CopyButton text={certificate.certificate} isShown={false} />
      </td>
      <td>
        <Button needs="admin" kind="quiet" danger aria-label={t("Delete the certificate {name}", { name })} onClick={onDelete}>
          {t("Delete…")}
        </Button>
      </td>
    </tr>
  );
}
