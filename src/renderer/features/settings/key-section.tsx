import { useState } from "react";
import { fingerprint, type PersonKey } from "#shared/model/close/signature.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { CallFailure } from "../../api/call-failure.ts";
import { call } from "../../api/client.ts";
import { formatDayOf, formatMinute } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import { useRoleBar } from "../../state/window/current-role.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { HiddenText } from "../../ui/controls/hidden-text.tsx";
import { ReasonDialog } from "../../ui/dialogs/reason-dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { saveFile } from "../../ui/grid/save-file.ts";
import styles from "./settings-page.module.css";

const FILE_BYTES_MAX = 4_000_000;

/** The public keys that people sign close packs with. */
export function KeyList() {
  const keys = useCoreQuery("keys.list", {});
  const take = useCoreCommand("keys.import");
  const [asked, setAsked] = useState<PersonKey | null>(null);
  const [large, setLarge] = useState<Failure | null>(null);
  const failure = large ?? (keys.error ?? take.error)?.failure ?? null;
  return (
    <div className={styles.part} aria-busy={keys.isPending}>
      <h3>{t("Signature keys")}</h3>
      <p className={styles.quiet}>
        {t(
          "Close packs and period sign-offs are signed with digital keys, one for each person on each computer. Send the public keys to the people who check your packs.",
        )}{" "}
        <a href="#/help/packs">{t("Learn more about signatures")}</a>
      </p>
      {failure === null ? null : <FailureNote failure={failure} />}
      {keys.data?.length === 0 ? (
        <p className={styles.quiet}>
          {t("No keys yet. Each person's key is created when they first sign off on a period, close one or create a pack.")}
        </p>
      ) : null}
      {keys.data === undefined || keys.data.length === 0 ? null : <KeyTable keys={keys.data} onRevoke={setAsked} />}
      <div className={classes(layout.wrappingLine, styles.below)}>
        <Button disabled={(keys.data ?? []).length === 0} onClick={() => void exportKeys()}>
          {t("Export public keys")}
        </Button>
        <KeyFile
          onChosen={setLarge}
          onFile={(content) => take.mutate({ content }, { onSuccess: (done) => imported(done, () => void keys.refetch()) })}
        />
      </div>
      {asked === null ? null : <RevokeDialog asked={asked} onDone={() => void keys.refetch()} onClose={() => setAsked(null)} />}
    </div>
  );
}

function KeyTable({ keys, onRevoke }: { readonly keys: readonly PersonKey[]; readonly onRevoke: (key: PersonKey) => void }) {
  return (
    <table className={classes(styles.table, styles.onOneLine, styles.named)}>
      <thead>
        <tr>
          <th scope="col">{t("Person")}</th>
          <th scope="col">{t("Computer")}</th>
          <th scope="col">{t("Key fingerprint")}</th>
          <th scope="col">{t("Added")}</th>
          <th scope="col" className={styles.end}>
            <HiddenText>{t("Action")}</HiddenText>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.keyId}>
            <th scope="row">{key.person}</th>
            <td>{key.machine}</td>
            <td>
              <code title={key.keyId}>{fingerprint(key.keyId)}</code>
            </td>
            <td className={styles.quiet} title={formatMinute(key.addedAt)}>
              {formatDayOf(key.addedAt)}
            </td>
            <td className={styles.end}>
              {key.ended === null ? (
                <Button
                  needs="admin"
                  kind="quiet"
                  danger
                  className={styles.toEdge}
                  aria-label={t("Revoke {person}'s key", { person: key.person })}
                  onClick={() => onRevoke(key)}
                >
                  {t("Revoke…")}
                </Button>
              ) : (
                <KeyEnd ended={key.ended} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function KeyEnd({ ended }: { readonly ended: NonNullable<PersonKey["ended"]> }) {
  if (ended.how === "replaced") return <span className={styles.quiet}>{t("Replaced")}</span>;
  return <Chip tone="warning" word={t("Revoked")} {...(ended.why === null ? {} : { title: ended.why })} />;
}

interface RevokeProps {
  readonly asked: PersonKey;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function RevokeDialog({ asked, onDone, onClose }: RevokeProps) {
  const revoke = useCoreCommand("keys.revoke");
  return (
    <ReasonDialog
      title={t("Revoke {person}'s key?", { person: asked.person })}
      act={t("Revoke")}
      danger
      onClose={onClose}
      onAct={(why) =>
        revoke.mutateAsync({ keyId: asked.keyId, why }).then(
          () => {
            announce(t("The key was revoked."));
            onDone();
            return null;
          },
          ({ failure }: CallFailure) => failure,
        )
      }
    >
      <p>
        {t(
          "Revoke this key if someone else may have it. All packs and sign-offs signed with the key will then fail the signature check. You can't undo this. Afterward, export the public keys and send them again to the people who check your packs. Once {computer} knows that the key is revoked, {person}'s next sign-off, close or pack there creates a new key.",
          { person: asked.person, computer: asked.machine },
        )}
      </p>
    </ReasonDialog>
  );
}

/** Why a file of keys is refused before it is read; null for one that isn't too large. */
export function keyFileTooLarge({ size }: Pick<File, "size">): Failure | null {
  if (size <= FILE_BYTES_MAX) return null;
  return { code: "invalid_input", message: t("The file is larger than 4 MB, so it isn't a file of public keys. Choose another file.") };
}

interface KeyFileProps {
  /** Called with why a chosen file isn't read, or null. */
  readonly onChosen: (large: Failure | null) => void;
  readonly onFile: (content: string) => void;
}

function KeyFile({ onChosen, onFile }: KeyFileProps) {
  const bar = useRoleBar("admin");
  return (
    <label className={styles.picker} title={bar ?? undefined}>
      {t("Import public keys…")}
      <input
        type="file"
        disabled={bar !== null}
        accept=".json,application/json"
        onChange={(event) => {
          const file = event.target.files?.[0];
          const large = file === undefined ? null : keyFileTooLarge(file);
          onChosen(large);
          if (file !== undefined && large === null) void file.text().then(onFile);
          event.target.value = "";
        }}
      />
    </label>
  );
}

async function exportKeys(): Promise<void> {
  const file = await call("keys.export", {});
  void saveFile("tieout-public-keys.json", `${JSON.stringify(file, null, 1)}\n`, "application/json");
}

function imported({ added, ended }: { readonly added: number; readonly ended: number }, refetch: () => void): void {
  announce(
    t(
      "{added, plural, =0 {No new keys} one {1 key added} other {# keys added}}.{ended, plural, =0 {} one { 1 key is now marked as replaced or revoked.} other { # keys are now marked as replaced or revoked.}}",
      {
        added,
        ended,
      },
    ),
  );
  refetch();
}
