import { useState } from "react";
import type { ReviewConflict } from "#shared/contract/review-bundle.ts";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { formatCount } from "../../format/amount.ts";
import { formatBytes } from "../../format/bytes.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core-query.ts";
import { queryClient } from "../../state/query-client.ts";
import { ReviewImport } from "./review-import.tsx";
import { ReviewSide } from "./review-side.tsx";
import { aboutWords, DIFFERENCE_WORDS } from "./review-words.ts";
import { SealedFields } from "./sealed-fields.tsx";
import styles from "./settings-page.module.css";

/** Work between people without a server: notes, explanations and signatures in one encrypted file. */
export function ReviewSection() {
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>
        {t(
          "A bundle carries notes, tasks, decisions and signatures with the hashes that they bind to, encrypted with a passphrase. It holds no books and no tokens. Tell the passphrase on another way than the file.",
        )}
      </p>
      <Conflicts />
      <ExportForm />
      <ReviewImport />
    </div>
  );
}

function ExportForm() {
  const [path, setPath] = useState("");
  const [passphrase, setPassphrase] = useState("");
  const [clientId, setClientId] = useState("");
  const clients = useCoreQuery("clients.list", {});
  const write = useCoreCommand("review.export");
  const ready = path.trim() !== "" && passphrase.length >= 10;
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        write.mutate(
          { path: path.trim(), passphrase, ...(clientId === "" ? {} : { clientIds: [clientId] }) },
          {
            onSuccess: () => {
              announce(t("The bundle is written."));
              setPassphrase("");
            },
          },
        );
      }}
    >
      <span>{t("Write a bundle")}</span>
      <div className={styles.stack}>
        <label className={styles.line}>
          {t("Of")}
          <select className={styles.select} value={clientId} onChange={(event) => setClientId(event.target.value)}>
            <option value="">{t("every client")}</option>
            {clients.data?.rows.map((client) => (
              <option key={client.clientId} value={client.clientId}>
                {client.name}
              </option>
            ))}
          </select>
        </label>
        <SealedFields name="export" isNew path={path} passphrase={passphrase} onPath={setPath} onPassphrase={setPassphrase} />
        <div>
          <Button type="submit" disabled={!ready || write.isPending}>
            {write.isPending ? t("Writing it") : t("Write it")}
          </Button>
        </div>
        {write.error === null ? null : <FailureNote failure={write.error.failure} />}
        {write.data === undefined ? null : (
          <p className={styles.note} role="status">
            <Sentence
              text="Written: {part}, {bytes}. {notes} notes, {tasks} tasks and {decisions} decisions of {clients} clients."
              values={{
                part: <span className={styles.path}>{write.data.path}</span>,
                bytes: formatBytes(write.data.bytes),
                notes: formatCount(write.data.notes),
                tasks: formatCount(write.data.tasks),
                decisions: formatCount(write.data.decisions),
                clients: formatCount(write.data.clients),
              }}
            />
          </p>
        )}
      </div>
    </form>
  );
}

function Conflicts() {
  const conflicts = useCoreQuery("review.conflicts", {});
  if (conflicts.error !== null) return <FailureNote failure={conflicts.error.failure} />;
  if (conflicts.data === undefined) return <div aria-busy="true" />;
  if (conflicts.data.length === 0) return null;
  return (
    <section className={styles.stack} aria-label={t("Conflicts that nobody has settled")}>
      <h3>{t("Conflicts that nobody has settled")}</h3>
      <p className={styles.quiet}>{DIFFERENCE_WORDS.conflict.means}</p>
      {conflicts.data.map((conflict) => (
        <Conflict key={`${conflict.clientId} ${conflict.conflictNo}`} conflict={conflict} />
      ))}
    </section>
  );
}

function Conflict({ conflict }: { readonly conflict: ReviewConflict }) {
  const settle = useCoreCommand("review.settle");
  const { clientId, conflictNo } = conflict;
  const about = aboutWords(conflict);
  const keep = (side: "ours" | "theirs") =>
    settle.mutate(
      { clientId, conflictNo, keep: side },
      {
        onSuccess: () => {
          announce(t("Settled: {about}.", { about }));
          void queryClient.invalidateQueries();
        },
      },
    );
  return (
    <article className={styles.note} aria-label={about}>
      <p className={styles.line}>
        <Chip tone="conflict" word={t("Conflict")} /> <strong>{about}</strong> <span className={styles.quiet}>{conflict.client}</span>
      </p>
      <div className={styles.sides}>
        <ReviewSide whose={t("Ours")} side={conflict.ours} />
        <ReviewSide whose={t("Theirs")} side={conflict.theirs} />
      </div>
      <p className={styles.line}>
        <Button disabled={settle.isPending} aria-label={t("Keep ours: {about}", { about })} onClick={() => keep("ours")}>
          {t("Keep ours")}
        </Button>
        <Button disabled={settle.isPending} aria-label={t("Take theirs: {about}", { about })} onClick={() => keep("theirs")}>
          {t("Take theirs")}
        </Button>
        <span className={styles.quiet}>{t("brought by {importedBy}", { importedBy: conflict.importedBy })}</span>
      </p>
      {settle.error === null ? null : <FailureNote failure={settle.error.failure} />}
    </article>
  );
}
