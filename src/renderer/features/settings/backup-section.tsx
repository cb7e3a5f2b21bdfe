import { useState } from "react";
import type { BackupsView, SnapshotKind } from "#shared/contract/app/data-safety.ts";
import { today } from "../../api/clock.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { formatBytes } from "../../format/amounts/bytes.ts";
import { formatMinute } from "../../format/dates/date.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import { useMayAs, useRoleBar } from "../../state/window/current-role.ts";
import { useNow } from "../../state/window/now.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { CopyButton } from "../../ui/controls/copy-button.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { RoleNote } from "../../ui/feedback/role-note.tsx";
import { PathField } from "../../ui/fields/path-field.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { AdminNote } from "./admin-note.tsx";
import { RestoreForm } from "./restore-form.tsx";
import styles from "./settings-page.module.css";

const KINDS: Readonly<Record<SnapshotKind, string>> = {
  daily: t("Daily"),
  "before-migration": t("Before a Tieout update"),
  "before-repair": t("Before a repair"),
  "asked-for": t("Manual"),
};

/** Where the data is, automatic snapshots, archives to take along, and restoring. */
export function BackupSection() {
  const about = useCoreQuery("app.about", {});
  const backups = useCoreQuery("backups.list", {});
  const mayTake = useMayAs("preparer");
  return (
    <div className={styles.stack}>
      {/* A preparer can take snapshots and save archives, which is what a viewer asks for first. */}
      <RoleNote place={styles.role} />
      <AdminNote words={t("Only administrators can turn daily snapshots on or off, or restore archives")} />
      {about.data === undefined || about.data === null ? null : (
        <div className={styles.row}>
          <span>{t("Data folder")}</span>
          <span className={layout.wrappingLine}>
            <code className={styles.path}>{about.data.dataFolder}</code>
            <CopyButton text={about.data.dataFolder} />
          </span>
        </div>
      )}
      {backups.error === null ? null : <FailureNote failure={backups.error.failure} />}
      {backups.data === undefined ? (
        <SnapshotRoom waiting={backups.error === null} />
      ) : (
        <Snapshots backups={backups.data} onMoved={() => void backups.refetch()} />
      )}
      <ArchiveForm mayTake={mayTake} />
      <RestoreForm />
    </div>
  );
}

/** The label of the snapshots and room for them, so that nothing below moves when they come. */
function SnapshotRoom({ waiting }: { readonly waiting: boolean }) {
  return waiting ? (
    <div className={styles.row} aria-busy="true">
      <span>{t("Snapshots")}</span>
      <div className={styles.snapshotRoom} />
    </div>
  ) : null;
}

function Snapshots({ backups, onMoved }: { readonly backups: BackupsView; readonly onMoved: () => void }) {
  const nowMs = useNow();
  const automatic = useCoreCommand("backups.setAutomatic");
  const take = useCoreCommand("backups.snapshot");
  const bar = useRoleBar("admin");
  const failure = automatic.error ?? take.error;
  const { snapshots } = backups;
  const leftOut = (take.data?.leftOut ?? []).map(({ name }) => name).join(", ");
  return (
    <div className={styles.row}>
      <span>{t("Snapshots")}</span>
      <div className={styles.stack}>
        <label className={styles.check} title={bar ?? undefined}>
          <input
            type="checkbox"
            checked={backups.automatic}
            disabled={bar !== null || automatic.isPending}
            onChange={(event) => automatic.mutate({ on: event.target.checked }, { onSuccess: onMoved })}
          />
          {t("Take a snapshot of the firm's data files once a day")}
        </label>
        <span className={layout.wrappingLine}>
          <span>
            {snapshots.length === 0
              ? t("None yet")
              : t("{snapshots} kept, {bytes}", { snapshots: formatCount(snapshots.length), bytes: formatBytes(backups.bytes) })}
            {backups.newestAt === null ? null : (
              <>
                {t(", latest")} <AsOf instant={backups.newestAt} nowMs={nowMs} />
              </>
            )}
          </span>
          <Button
            needs="preparer"
            disabled={take.isPending}
            onClick={() =>
              take.mutate(
                {},
                {
                  onSuccess: () => {
                    announce(t("Snapshot taken."));
                    onMoved();
                  },
                },
              )
            }
          >
            {take.isPending ? t("Taking a snapshot…") : t("Take snapshot now")}
          </Button>
        </span>
        {failure === null ? null : <FailureNote failure={failure.failure} />}
        {leftOut === "" ? null : (
          <FailureNote
            failure={{
              message: t("No snapshot was taken of {leftOut}.", { leftOut }),
              next: t("To see why and what to do, go to Storage health and choose “Check all files.”"),
            }}
          />
        )}
        {snapshots.length === 0 ? null : <SnapshotList backups={backups} />}
      </div>
    </div>
  );
}

function SnapshotList({ backups: { snapshots, folder } }: { readonly backups: BackupsView }) {
  return (
    <details className={styles.more}>
      <summary>{t("Show snapshots")}</summary>
      <p className={styles.quiet}>
        <Sentence text="Stored in the data folder, under {folder}" values={{ folder: <code className={styles.path}>{folder}</code> }} />
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("File")}</th>
            <th scope="col">{t("Taken")}</th>
            <th scope="col">{t("Reason")}</th>
            <th scope="col" className={styles.end}>
              {t("Size")}
            </th>
          </tr>
        </thead>
        <tbody>
          {snapshots.map((snapshot) => (
            <tr key={snapshot.snapshotId}>
              <th scope="row">{snapshot.clientName}</th>
              <td>{formatMinute(snapshot.takenAt)}</td>
              <td>{KINDS[snapshot.kind]}</td>
              <td className={styles.end}>{formatBytes(snapshot.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function ArchiveForm({ mayTake }: { readonly mayTake: boolean }) {
  const [path, setPath] = useState("");
  const create = useCoreCommand("backups.create");
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim() !== "") create.mutate({ path: path.trim() }, { onSuccess: () => announce(t("Archive saved and verified.")) });
      }}
    >
      <label htmlFor="archive-path">{t("Firm archive")}</label>
      <div className={styles.stack}>
        <div className={layout.wrappingLine}>
          <PathField
            id="archive-path"
            path={path}
            placeholder={mayTake ? t("Archive location") : ""}
            disabled={!mayTake}
            question={{ kind: "save_file", title: t("Firm archive"), name: `firm-${today()}.tieout`, extensions: ["tieout"] }}
            onPath={setPath}
          />
          <Button needs="preparer" type="submit" disabled={create.isPending || path.trim() === ""}>
            {create.isPending ? t("Saving…") : t("Save archive")}
          </Button>
        </div>
        <p className={styles.quiet}>
          {t(
            "One file with all the firm's data, to keep on another disk. It doesn't include sign-ins, private keys or snapshots. Existing files are never overwritten.",
          )}
        </p>
        {create.error === null ? null : <FailureNote failure={create.error.failure} />}
        {create.data === undefined ? null : (
          <p className={styles.note} role="status">
            {t("Saved and verified: {path}, {bytes}. The archive contains {files, plural, one {1 file} other {# files}}.", {
              path: create.data.path,
              bytes: formatBytes(create.data.bytes),
              files: create.data.files.length,
            })}
          </p>
        )}
      </div>
    </form>
  );
}
