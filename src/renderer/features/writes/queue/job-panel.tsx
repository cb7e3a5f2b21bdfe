import { type ReactNode, useRef } from "react";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import type { JobAttempt, WriteJob } from "#shared/model/ledger/write.ts";
import { withAmounts } from "../../../format/amounts/amounts-in-text.ts";
import { formatInstant, formatMinute } from "../../../format/dates/date.ts";
import {
  carriedOut,
  fieldLabelTexts,
  jobReason,
  jobTitle,
  jobTold,
  knownJob,
  PURPOSE_LABELS,
  plainRejection,
  shortReason,
  stateWords,
} from "../../../format/labels/write-labels.ts";
import { indentJson } from "../../../format/text/json-text.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useOffline } from "../../../state/core/offline.ts";
import { useSafeMode } from "../../../state/core/safe-mode.ts";
import layout from "../../../styles/layout.module.css";
import textStyles from "../../../styles/text.module.css";
import { Chip } from "../../../ui/controls/chip.tsx";
import { CopyButton } from "../../../ui/controls/copy-button.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { RawLedgerError } from "../../../ui/feedback/raw-ledger-error.tsx";
import { TechnicalDetails } from "../../../ui/feedback/technical-details.tsx";
import { IndentedText } from "../../../ui/layout/indented-text.tsx";
import { ScrollText } from "../../../ui/layout/scroll-area.tsx";
import { SidePanel } from "../../../ui/layout/side-panel.tsx";
import { useLostFocus } from "../../../ui/layout/use-lost-focus.ts";
import { EffectList } from "../review/change-preview.tsx";
import { CheckList, checksTold } from "../review/check-list.tsx";
import { administratorText } from "../review/request-text.ts";
import { RequestView } from "../review/request-view.tsx";
import { JobActs, needsAdministrator } from "./job-actions.tsx";
import { itemsToTell, JobItems, LedgerWords } from "./job-items.tsx";
import styles from "./job-panel.module.css";
import { useLedgerVersion } from "./use-ledger-version.ts";

/** One job of the queue: its state and reason, what was sent, what came back, and possible actions. */
export function JobPanel({
  clientId,
  jobId,
  onClose,
}: {
  readonly clientId: string;
  readonly jobId: string;
  readonly onClose: () => void;
}) {
  const shown = useCoreQuery("writes.show", { clientId, jobId });
  const offline = useOffline();
  const panel = useRef<HTMLElement>(null);
  useLostFocus(panel);
  return (
    <SidePanel
      ref={panel}
      kind={t("Ledger update")}
      title={shown.data === undefined ? t("Ledger update") : jobTitle(shown.data.job)}
      busy={shown.isPending}
      onClose={onClose}
    >
      {shown.error === null ? null : <FailureNote failure={shown.error.failure} />}
      {shown.data === undefined ? null : (
        <Content clientId={clientId} job={knownJob(shown.data.job, offline)} attempts={shown.data.attempts} />
      )}
    </SidePanel>
  );
}

interface ContentProps {
  readonly clientId: string;
  readonly job: WriteJob;
  readonly attempts: readonly JobAttempt[];
}

function Content({ clientId, job, attempts }: ContentProps) {
  const { word, tone, means } = stateWords(job);
  const raw = job.items.some((item) => item.ledgerError !== undefined) || job.failure?.ledgerError !== undefined;
  const isTheirs = raw && needsAdministrator(job);
  const done = { ...job, operations: carriedOut(job.operations, job.items) };
  const effects = tellable(done);
  const isSafeMode = useSafeMode();
  const hasLedgerVersion = useLedgerVersion(clientId, job, isSafeMode);
  const checks = checksTold(job);
  const { beside, below } = jobTold(job, isSafeMode);
  // The values are in the table below.
  const words = hasLedgerVersion ? shortReason(job, isSafeMode) : beside;
  const told = jobReason(job, isSafeMode);
  const results = itemsToTell(job, told);
  // Its code and the ledger's answer are at the end, once: that of a part is the same.
  const note = below === null ? null : { message: below.message, ...(below.next === undefined ? {} : { next: below.next }) };
  const [plain] = job.state === "rejected" ? job.items.flatMap((item) => plainRejection(item) ?? []) : [];
  const answer = job.items.every((item) => item.ledgerError === undefined) ? job.failure?.ledgerError : undefined;
  return (
    <>
      <div className={layout.wrappingLine}>
        <Chip quiet={tone === "ok"} tone={tone} word={word} title={means} />
        {/* Each of several parts names its own fields below. */}
        <span>{[plain?.fact ?? words, ...(job.items.length === 1 ? fieldLabelTexts(job.items) : [])].join(" ")}</span>
      </div>
      {plain === undefined || job.items.length > 1 ? null : <LedgerWords said={plain.said} />}
      <JobActs clientId={clientId} job={job} lead={isTheirs ? <CopyForAdministrator job={job} kind="plain" /> : null} />
      {raw && !isTheirs ? (
        <div className={styles.quiet}>
          <CopyForAdministrator job={job} kind="quiet" />
        </div>
      ) : null}
      {note === null ? null : <FailureNote failure={note} />}
      {results.length === 0 ? null : (
        <Section title={t("{items, plural, one {Result} other {Results of the {items} parts}}", { items: job.items.length })}>
          <JobItems clientId={clientId} items={results} job={job} told={told} />
        </Section>
      )}
      {effects.length === 0 ? null : (
        <Section title={job.operations.every(({ kind }) => kind.startsWith("create")) ? t("Details") : t("Changes")}>
          <EffectList
            clientId={clientId}
            operations={effects}
            items={effectTitles(done, effects)}
            seen={job.seen}
            conflict={job.state === "conflict"}
            hasLedgerVersion={hasLedgerVersion}
            posted={isPosted(job)}
          />
        </Section>
      )}
      {checks.length === 0 ? null : (
        <Section title={t("Tieout's checks")}>
          <CheckList checks={checks} folded />
        </Section>
      )}
      <p className={textStyles.muted}>{madeText(job)}</p>
      <TechnicalDetails>
        {job.failure?.detail === undefined ? null : <p>{job.failure.detail}</p>}
        {answer === undefined ? null : <RawLedgerError error={answer} copyLabel={t("Copy answer")} />}
        <Answers items={job.items} />
        <Ids items={job.items} />
        <Sent clientId={clientId} job={job} attempts={attempts} />
      </TechnicalDetails>
    </>
  );
}

function CopyForAdministrator({ job, kind }: { readonly job: WriteJob; readonly kind: "plain" | "quiet" }) {
  return <CopyButton kind={kind} text={administratorText(job)} label={t("Copy details for the ledger's administrator")} isShown={false} />;
}

function madeText({ person: noted, createdAt, updatedAt }: WriteJob): string {
  const person = nameOfNoted(noted);
  const [created, changed] = [formatMinute(createdAt), formatMinute(updatedAt)];
  return created === changed
    ? t("Created by {person}, {created}.", { person, created })
    : t("Created by {person}, {created}. Last activity: {changed}.", { person, created, changed });
}

/** The ledger's whole answers to the parts, of several under the name of each. */
function Answers({ items }: Pick<WriteJob, "items">) {
  return items.map(({ operation, part, title, ledgerError }) =>
    ledgerError === undefined ? null : (
      <div key={`${operation} ${part}`}>
        {items.length === 1 ? null : <p>{withAmounts(title)}</p>}
        <RawLedgerError error={ledgerError} copyLabel={t("Copy answer")} />
      </div>
    ),
  );
}

/** The ledger's ids of the written records. */
function Ids({ items }: Pick<WriteJob, "items">) {
  const known = items.filter(({ ledgerId }) => ledgerId !== undefined);
  return known.length === 0 ? null : (
    <ul>
      {known.map(({ operation, part, title, ledgerId }) => (
        <li key={`${operation} ${part}`}>
          {withAmounts(title)}: <code>{ledgerId}</code>
        </li>
      ))}
    </ul>
  );
}

/** What was or will be sent, and each answer. */
function Sent({ clientId, job, attempts }: ContentProps) {
  return (
    <>
      {job.requests.length === 0 && (job.state === "draft" || job.state === "blocked") ? (
        <NotSentYet clientId={clientId} operations={job.operations} />
      ) : null}
      {job.requests.length === 0 ? null : (
        <Section title={t("{requests, plural, one {The exact request} other {The exact requests}}", { requests: job.requests.length })}>
          {job.requests.map((request, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: requests are identified by their order alone
            <RequestView key={index} request={request} open={job.requests.length === 1} />
          ))}
        </Section>
      )}
      {attempts.length === 0 ? null : (
        <Section title={t("Attempts ({attempts})", { attempts: attempts.length })}>
          <ul>
            {attempts.map((attempt, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: attempts are in order of time and never removed
              <Attempt key={index} attempt={attempt} isLast={index === attempts.length - 1} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function isPosted({ state }: Pick<WriteJob, "state">): boolean {
  return state === "accepted" || state === "partial";
}

/** Operations that can show before and after: finished ones only if the previous state was stored. */
function tellable({ state, operations, seen }: WriteJob): WriteJob["operations"] {
  if (!isPosted({ state })) return operations;
  return operations.filter(
    (operation) =>
      operation.kind === "create_document" ||
      operation.kind === "create_payment" ||
      (operation.kind === "update_document" && seen?.some(({ id }) => id === operation.id) === true),
  );
}

/** The titles of the effects by their place; a single effect is named by the panel. The results above give the references. */
function effectTitles({ items, operations }: WriteJob, effects: WriteJob["operations"]): WriteJob["items"] {
  if (operations.length < 2) return [];
  return effects.flatMap((effect, place) =>
    items.filter(({ operation }) => operations[operation] === effect).map((item) => ({ ...item, operation: place, reference: null })),
  );
}

/** What a saved write would send. It is generated for display, and nothing is sent. */
function NotSentYet({ clientId, operations }: { readonly clientId: string; readonly operations: WriteJob["operations"] }) {
  const plan = useCoreQuery("writes.plan", { clientId, operations });
  const failed = plan.data?.checks.filter(({ outcome }) => outcome === "blocked") ?? [];
  return (
    <Section
      title={t("{requests, plural, one {Request to be sent} other {Requests to be sent}}", { requests: plan.data?.requests.length ?? 1 })}
    >
      {plan.isPending ? <p aria-busy="true">{t("Preparing the request")}</p> : null}
      {plan.error === null ? null : <FailureNote failure={plan.error.failure} />}
      {plan.data?.requests.map((request, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: requests are identified by their order alone
        <RequestView key={index} request={request} open={plan.data.requests.length === 1} />
      ))}
      {plan.data?.requests.length === 0 ? (
        <>
          <p className={textStyles.muted}>
            {t(
              "{failed, plural, one {One of Tieout's checks failed, so no request was prepared.} other {{failed} of Tieout's checks failed, so no request was prepared.}}",
              { failed: failed.length },
            )}
          </p>
          <CheckList checks={failed} />
        </>
      ) : null}
    </Section>
  );
}

/** One that another followed won't be answered any more: its process ended while it was out. */
function Attempt({ attempt, isLast }: { readonly attempt: JobAttempt; readonly isLast: boolean }) {
  const { purpose, sentAt, answeredAt, status, answer, note } = attempt;
  const answered =
    answeredAt === null && isLast
      ? t("no answer yet")
      : answeredAt === null || status === null
        ? t("no answer")
        : t("HTTP {status}, answered {answeredAt}", { status, answeredAt: formatInstant(answeredAt) });
  return (
    <li className={styles.item}>
      <details className={styles.attempt}>
        <summary>
          <span>{PURPOSE_LABELS[purpose]}</span>
          <span className={textStyles.muted}>
            {formatInstant(sentAt)}: {answered}
          </span>
        </summary>
        <ScrollText>
          <IndentedText text={indentJson(attempt.request)} />
        </ScrollText>
        {answer === null ? null : (
          <ScrollText>
            <IndentedText text={indentJson(answer)} />
          </ScrollText>
        )}
      </details>
      {note === null ? null : <span>{note}</span>}
    </li>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3 className={styles.sectionTitle}>{title}</h3>
      {children}
    </section>
  );
}
