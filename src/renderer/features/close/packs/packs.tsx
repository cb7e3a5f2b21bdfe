import { useQueryClient } from "@tanstack/react-query";
import { PackageCheck } from "lucide-react";
import { useEffect, useState } from "react";
import type { PackJob, PackRow } from "#shared/contract/close/packs.ts";
import { insideSentence } from "#shared/kernel/readable.ts";
import type { PackVerification } from "#shared/model/close/pack.ts";
import { mayAs } from "#shared/model/close/person.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { CallFailure } from "../../../api/call-failure.ts";
import { call, subscribe } from "../../../api/client.ts";
import { formatInstant, formatMinute } from "../../../format/dates/date.ts";
import { Sentence } from "../../../language/sentence.tsx";
import { t } from "../../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../../state/core/core-query.ts";
import layout from "../../../styles/layout.module.css";
import textStyles from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { ReasonDialog } from "../../../ui/dialogs/reason-dialog.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { ProgressBar } from "../../../ui/feedback/progress-bar.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { PinSuggestion } from "../../../ui/notes/pin-suggestion.tsx";
import styles from "../close.module.css";
import { Commentary } from "./commentary.tsx";
import { ComparePacks } from "./pack-comparison.tsx";
import { PackFacts } from "./pack-facts.tsx";

/** The marks of a pack. */
const STAMP_WORDS = { INCOMPLETE: t("Incomplete"), DRAFT: t("Draft") } as const;

/** The packs of a period: made here, checked here, and by anybody else with nothing but the file. */
export function Packs({ clientId, period }: { readonly clientId: string; readonly period: string }) {
  const query = useCoreQuery("packs.list", { clientId, period });
  return (
    <QueryAnswer query={query} label={t("packs")}>
      {(packs) => (
        <>
          <Maker clientId={clientId} period={period} before={packs[0] ?? null} />
          {packs.length === 0 ? (
            <EmptyState title={t("No pack for this period yet")}>
              <p>
                {/* A narrow text would break the word at its hyphen. */}
                {t(
                  "A close pack holds the period's statements, schedules and evidence. A pack can be created at any time. It's marked Incomplete if a data set isn't up to date or wasn't synced after the period's end. It's marked Draft if a sign-off is missing, out of date or not yet accepted by the firm's server, or if one person gave both sign-offs.",
                ).replaceAll("sign-off", "sign-\u2060off")}
              </p>
            </EmptyState>
          ) : (
            <ul className={layout.plainList}>
              {packs.map((pack) => (
                <PackCard
                  key={pack.packNo}
                  clientId={clientId}
                  pack={pack}
                  before={packs.find(({ sha256 }) => sha256 === pack.prior?.sha256) ?? null}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </QueryAnswer>
  );
}

interface MakerProps {
  readonly clientId: string;
  readonly period: string;
  readonly before: PackRow | null;
}

/** The first line: the commentary that the pack prints, and at its end the actions that make the pack. */
function Maker({ clientId, period, before }: MakerProps) {
  const [asking, setAsking] = useState(false);
  const start = useCoreCommand("packs.export");
  const cancel = useCoreCommand("packs.cancel");
  const job = usePackJob(start.data?.jobId ?? null);
  const running = start.isPending || job?.state === "running";
  const make = (reason: string): void => start.mutate({ clientId, period, ...(reason === "" ? {} : { reason }) });
  return (
    <div className={styles.head}>
      <Commentary
        clientId={clientId}
        period={period}
        acts={
          <>
            {running ? (
              <Button disabled={job === null} onClick={() => job !== null && cancel.mutate({ jobId: job.jobId })}>
                {t("Cancel")}
              </Button>
            ) : null}
            <Button
              needs="preparer"
              kind="primary"
              icon={<PackageCheck size={14} aria-hidden />}
              disabled={running}
              onClick={() => (before === null ? make("") : setAsking(true))}
            >
              {before === null ? t("Create pack") : t("Create version {version}…", { version: before.version + 1 })}
            </Button>
          </>
        }
      >
        {job === null ? <NameNote /> : <JobNote job={job} />}
        {job === null && before === null ? <PinSuggestion act="pack" /> : null}
        {start.error === null ? null : <FailureNote failure={start.error.failure} />}
      </Commentary>
      {asking && before !== null ? (
        <ReasonDialog
          title={t("Create version {version}", { version: before.version + 1 })}
          act={t("Create")}
          required={false}
          label={t("Reason (optional)")}
          onClose={() => setAsking(false)}
          onAct={async (reason) => {
            make(reason);
            return null;
          }}
        >
          <p>
            {t(
              "A new version is created only if something has changed, you give a new reason, or version {version} has no digital signature. It supersedes version {version}, which Tieout keeps.",
              { version: before.version },
            )}
          </p>
          <PinSuggestion act="pack" />
        </ReasonDialog>
      ) : null}
    </div>
  );
}

/** A login isn't how somebody is called in a client's pack. Only administrators can change how people are printed. */
function NameNote() {
  const me = useCoreQuery("people.list", {}).data?.find(({ current }) => current);
  if (me === undefined || me.fullName !== null || me.name.includes(" ") || !mayAs(me.role, "admin")) return null;
  return (
    <p className={textStyles.muted}>
      <Sentence
        text="Packs will show you as “{name}.” Add your full name under {people}."
        values={{ name: me.name, people: <a href="#/settings/people">{t("Settings › People")}</a> }}
      />
    </p>
  );
}

function JobNote({ job }: { readonly job: PackJob }) {
  if (job.state === "failed" && job.failure !== null) return <FailureNote failure={job.failure} />;
  if (job.state === "cancelled") return <p className={textStyles.muted}>{t("Canceled. No files were created.")}</p>;
  if (job.state === "done" && job.pack !== null)
    return (
      <p role="status">
        {job.pack.same
          ? t("Nothing has changed, so version {version} is still current.", { version: job.pack.version })
          : t("Version {version} created.", { version: job.pack.version })}
      </p>
    );
  return (
    <div className={styles.progress}>
      <ProgressBar share={job.total === 0 ? null : job.done / job.total} label={t("Creating the pack")} />
      <span role="status">{job.doing}</span>
    </div>
  );
}

/** A pack that is being made, as it goes on; the list is asked for again when it ends. */
function usePackJob(jobId: string | null): PackJob | null {
  const client = useQueryClient();
  const [job, setJob] = useState<PackJob | null>(null);
  useEffect(() => {
    if (jobId === null) return;
    const take = (next: PackJob): void => {
      if (next.jobId !== jobId) return;
      // News and the answer come by ways of their own: what has ended doesn't run again because an answer was late.
      setJob((before) => (before?.jobId === jobId && before.state !== "running" ? before : next));
      if (next.state !== "running") void client.invalidateQueries({ queryKey: ["packs.list"] });
    };
    const end = subscribe("packs.progress", (payload) => take(payload as PackJob));
    // It may have ended before anybody listened.
    call("packs.job", { jobId }).then(take, (error: unknown) => {
      // The news that follows says the same.
      if (!(error instanceof CallFailure)) throw error;
    });
    return end;
  }, [jobId, client]);
  return job;
}

interface PackCardProps {
  readonly clientId: string;
  readonly pack: PackRow;
  readonly before: PackRow | null;
}

function PackCard({ clientId, pack, before }: PackCardProps) {
  const [checked, setChecked] = useState<PackVerification | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const verify = (): void => {
    setFailure(null);
    call("packs.verify", { clientId, packNo: pack.packNo }).then(setChecked, (error: unknown) => {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error);
    });
  };
  return (
    <li className={styles.change}>
      <div className={styles.title}>
        <b>{t("Version {version}", { version: pack.version })}</b>
        {pack.stamps.map(({ stamp, reasons }) => (
          <Chip key={stamp} tone="warning" word={STAMP_WORDS[stamp]} title={reasons.join("\n")} />
        ))}
        {pack.superseded ? <Chip tone="neutral" word={t("Superseded")} icon={null} /> : null}
        {pack.isThere ? null : <Chip tone="failed" word={t("File missing or changed")} />}
        <span className={textStyles.muted}>
          {t("Created by {person},", { person: nameOfNoted(pack.person) })}{" "}
          <time dateTime={pack.at} title={formatInstant(pack.at)}>
            {formatMinute(pack.at)}
          </time>
        </span>
        <span className={styles.push}>
          {before === null ? null : <ComparePacks clientId={clientId} older={before} newer={pack} />}
          <Button disabled={!pack.isThere} aria-label={t("Verify version {version}", { version: pack.version })} onClick={verify}>
            {t("Verify")}
          </Button>
        </span>
      </div>
      <PackFacts clientId={clientId} pack={pack} />
      {failure === null ? null : <FailureNote failure={failure.failure} />}
      {checked === null ? null : <Verified outcome={checked} />}
    </li>
  );
}

function Verified({ outcome }: { readonly outcome: PackVerification }) {
  if (outcome.ok)
    return (
      <div role="status">
        <p>
          <Chip tone="ok" word={t("Verified")} />{" "}
          {t(
            "{files, plural, one {1 file} other {# files}} and {checked, plural, one {1 control total} other {# control totals}} match what the pack recorded when it was created.",
            {
              files: outcome.files.length,
              checked: outcome.controlTotals.checked,
            },
          )}
        </p>
        <ul className={styles.items}>
          {outcome.authenticity?.shows.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {outcome.authenticity?.cannotShow.map((line) => (
            <li key={line}>{t("Not confirmed: {line}", { line: insideSentence(line) })}</li>
          ))}
        </ul>
      </div>
    );
  return (
    <div role="status">
      <Chip tone="failed" word={t("Verification failed")} />
      <ul className={styles.items}>
        {outcome.problems.map(({ file, message }) => (
          <li key={`${file} ${message}`}>{file === null ? message : `${file}: ${message}`}</li>
        ))}
      </ul>
    </div>
  );
}
