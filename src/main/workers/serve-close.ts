import { editTask, removeTask, tickTask, untickTask } from "#main/services/close-checklist.ts";
import { acceptTieOut } from "#main/services/close-gates/figures.ts";
import { moveClose } from "#main/services/close-moves.ts";
import { signPeriod } from "#main/services/close-signatures.ts";
import { closeStatus, gateSetting, ledgerLockOf, openTasks } from "#main/services/close-status.ts";
import { closedChanges, disposeChange } from "#main/services/closed-changes.ts";
import { sha256 } from "#main/store/hash.ts";
import { MirrorReader } from "#main/store/mirror-reader.ts";
import { ok } from "#shared/kernel/result.ts";
import type { ClientFiles } from "./client-files.ts";
import type { CloseOps } from "./close-ops.ts";
import type { ClientSource, OpInput, OpResult } from "./protocol.ts";

type Handlers = { readonly [O in keyof CloseOps<ClientSource>]: (input: OpInput<O>) => OpResult<O> };

/** Answers how a close stands, and carries out what people do to it. */
export function closeHandlers(files: ClientFiles): Handlers {
  const reader = (source: ClientSource) => files.readable(source).reader;
  const act = <T>(source: ClientSource, decide: (reader: MirrorReader) => T): T =>
    files.withWritable(source.clientId, (db) => db.transaction(() => decide(new MirrorReader(db, source))).immediate());
  const onTask = ({ question, taskId, person, nowMs }: OpInput<"close.untick">) => ({
    ...{ periodId: question.period.id, taskId, template: question.template, person, nowMs },
  });
  return {
    "close.status": ({ question, ...source }) => closeStatus(gateSetting(question, reader(source), sha256), question.template),
    "close.move": (input) =>
      act(input, (own) => {
        const { question, status, why, person, nowMs } = input;
        const { period, books, template } = question;
        const setting = gateSetting(question, own, sha256);
        const open = status === "closed" && why === null && input.asTold !== true ? openTasks(closeStatus(setting, template)) : [];
        const moved = moveClose(
          own,
          { period, books, template, status, why, person, nowMs, openTasks: open, asTold: input.asTold ?? false },
          sha256,
        );
        return moved.ok ? ok({ ...moved.value, ledgerLock: ledgerLockOf(setting) }) : moved;
      }),
    "close.tick": (input) => act(input, (own) => tickTask(own, { ...onTask(input), why: input.why })),
    "close.untick": (input) => act(input, (own) => untickTask(own, onTask(input))),
    "close.editTask": (input) => act(input, (own) => editTask(own, { ...onTask(input), edit: input.edit })),
    "close.removeTask": (input) => act(input, (own) => removeTask(own, onTask(input))),
    "close.acceptTieOut": (input) => act(input, (own) => acceptTieOut(own, { ...input, period: input.question.period })),
    "close.sign": (input) => act(input, (own) => signPeriod(gateSetting(input.question, own, sha256), input)),
    "close.changes": ({ books, ...source }) => closedChanges(reader(source), books),
    "close.dispose": (input) => act(input, (own) => disposeChange(own, input)),
  };
}
