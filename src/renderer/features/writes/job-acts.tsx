import { useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { WriteJob } from "#shared/model/write.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { canCancel } from "../../format/write-words.ts";
import { useCoreCommand } from "../../state/core-query.ts";
import { writesAddress } from "../../state/place.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { formOfJob } from "./job-form.ts";
import styles from "./job-panel.module.css";

type Asked = "send" | "finish" | "cancel";

const WORDS: Readonly<Record<Asked, { readonly title: string; readonly act: string; readonly words: string }>> = {
  send: {
    title: "Send it now?",
    act: "Send",
    words: "It is checked again first. If every check passes, the request leaves for the ledger, which can not be undone from here.",
  },
  finish: {
    title: "Finish what is left?",
    act: "Finish",
    words: "A new write is made of the parts that were refused, checked, and sent. What was taken stays as it is.",
  },
  cancel: { title: "Take it back?", act: "Take it back", words: "Nothing of it has left. It stays in the list as cancelled." },
};

/** What a person can do with a job as it stands; whatever sends asks first. */
export function JobActs({ clientId, job }: { readonly clientId: string; readonly job: WriteJob }) {
  const [, navigate] = useHashLocation();
  const [asked, setAsked] = useState<Asked | null>(null);
  const send = useCoreCommand("writes.send");
  const resolve = useCoreCommand("writes.resolve");
  const finish = useCoreCommand("writes.finish");
  const cancel = useCoreCommand("writes.cancel");
  const all = [send, resolve, finish, cancel];
  const busy = all.some((command) => command.isPending);
  const failure = all.find((command) => command.error !== null)?.error?.failure;
  const of = { clientId, jobId: job.jobId };
  const act = (what: Asked) => {
    if (what === "send") send.mutate(of);
    if (what === "cancel") cancel.mutate(of);
    if (what === "finish") finish.mutate(of, { onSuccess: (made) => navigate(writesAddress(clientId, made.jobId)) });
  };
  const { state } = job;
  const form = formOfJob(job);
  return (
    <>
      <div className={styles.acts}>
        {state === "draft" ? (
          <Button kind="primary" disabled={busy} onClick={() => setAsked("send")}>
            {send.isPending ? "Sending" : "Send"}
          </Button>
        ) : null}
        {state === "blocked" ? (
          <Button disabled={busy} onClick={() => setAsked("send")}>
            Check again, and send if it passes
          </Button>
        ) : null}
        {state === "queued" || state === "ready" ? (
          <Button disabled={busy} onClick={() => send.mutate(of)}>
            Try now
          </Button>
        ) : null}
        {state === "unknown" || state === "sent" ? (
          <Button disabled={busy} onClick={() => resolve.mutate(of)}>
            {resolve.isPending ? "Looking" : "Look again"}
          </Button>
        ) : null}
        {state === "partial" ? (
          <Button kind="primary" disabled={busy} onClick={() => setAsked("finish")}>
            Finish what is left
          </Button>
        ) : null}
        {state === "conflict" && job.operations[0]?.kind === "update_document" ? (
          <ButtonLink kind="primary" href={`#${writesAddress(clientId, `conflict-${job.jobId}`)}`}>
            Decide field by field
          </ButtonLink>
        ) : null}
        {form !== null && ["draft", "blocked", "rejected"].includes(state) ? (
          <ButtonLink href={`#${writesAddress(clientId, `again-${job.jobId}`)}`}>
            {state === "rejected" ? "Edit and review anew" : "Edit"}
          </ButtonLink>
        ) : null}
        {canCancel(job) ? (
          <Button disabled={busy} onClick={() => setAsked("cancel")}>
            Cancel
          </Button>
        ) : null}
      </div>
      <Plain job={job} />
      {failure === undefined ? null : <FailureNote failure={failure} />}
      {asked === null ? null : (
        <ConfirmDialog title={WORDS[asked].title} act={WORDS[asked].act} onClose={() => setAsked(null)} onAct={() => act(asked)}>
          {WORDS[asked].words}
        </ConfirmDialog>
      )}
    </>
  );
}

/** What waiting and not knowing mean, said plainly. */
function Plain({ job: { state } }: { readonly job: WriteJob }) {
  const words: Partial<Record<WriteJob["state"], string>> = {
    queued:
      "It waits for the ledger, the network or a limit. Before it leaves it is checked again: locks, open amounts and the record's version. Nothing needs to be done.",
    sent: "The request has left. If the answer gets lost it is looked for, and never sent blindly a second time.",
    unknown:
      "The ledger may or may not have it. Looking again changes nothing in the ledger. Until it is settled, the same write can not be sent a second time.",
    rejected: "A refusal is not sent again by itself. Change what the ledger names, and review it anew.",
    conflict: "Someone changed the record after it was seen. Nothing was overwritten.",
  };
  return words[state] === undefined ? null : <p className={styles.plain}>{words[state]}</p>;
}
