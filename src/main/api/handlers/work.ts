import type { ClientSource } from "#main/workers/protocol.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { mirroredClient } from "../client-source.ts";
import type { ApiContext } from "../context.ts";
import { dismissItems, inboxView, restoreItems } from "../inbox.ts";
import { actOf, inner } from "./acts.ts";
import type { Handlers } from "./handlers.ts";

type Acted<T> = Promise<Result<Result<T, Failure>, Failure>>;

/** What people write to each other about a client, and what waits for them across clients. */
export function workHandlers(context: ApiContext) {
  return { ...noteHandlers(context), ...taskHandlers(context), ...inboxHandlers(context) };
}

function noteHandlers(context: ApiContext) {
  const { pool } = context;
  const act = () => actOf(context);
  return {
    "notes.list": async ({ clientId, subject, removed }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? pool.perform("notes.list", { ...source.value, removed, ...(subject === undefined ? {} : { subject }) }) : source;
    },
    "notes.add": async ({ clientId, subject, text, replyTo }) => {
      const note = { noteId: context.uuid(), subject, text, people: await names(context), replyTo: replyTo ?? null };
      return changed(context, clientId, (source) => pool.perform("notes.add", { ...source, ...act(), ...note }));
    },
    "notes.edit": async ({ clientId, noteId, text }) => {
      const people = await names(context);
      return changed(context, clientId, (source) => pool.perform("notes.edit", { ...source, ...act(), noteId, text, people }));
    },
    "notes.remove": ({ clientId, noteId }) =>
      changed(context, clientId, (source) => pool.perform("notes.setRemoved", { ...source, ...act(), noteId, removed: true })),
    "notes.restore": ({ clientId, noteId }) =>
      changed(context, clientId, (source) => pool.perform("notes.setRemoved", { ...source, ...act(), noteId, removed: false })),
    "work.history": async ({ clientId, itemId }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? pool.perform("work.history", { ...source.value, itemId }) : source;
    },
    "work.counts": async ({ clientId }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? pool.perform("work.counts", source.value) : source;
    },
  } satisfies Partial<Handlers>;
}

function taskHandlers(context: ApiContext) {
  const { pool } = context;
  const act = () => actOf(context);
  const set = (op: "tasks.setDone" | "tasks.setRemoved", clientId: string, taskId: string, to: boolean) =>
    changed(context, clientId, (source) =>
      op === "tasks.setDone"
        ? pool.perform(op, { ...source, ...act(), taskId, done: to })
        : pool.perform(op, { ...source, ...act(), taskId, removed: to }),
    );
  return {
    "tasks.list": async ({ clientId, subject, state }) => {
      const source = await mirroredClient(context, clientId);
      return source.ok ? pool.perform("tasks.list", { ...source.value, state, ...(subject === undefined ? {} : { subject }) }) : source;
    },
    "tasks.add": async ({ clientId, subject, title, assignee, due }) => {
      const whose = await person(context, assignee);
      if (!whose.ok) return whose;
      const task = { taskId: context.uuid(), subject, title, assignee: whose.value, due, people: await names(context) };
      return changed(context, clientId, (source) => pool.perform("tasks.add", { ...source, ...act(), ...task }));
    },
    "tasks.change": async ({ clientId, taskId, title, assignee, due }) => {
      const whose = await person(context, assignee ?? null);
      if (!whose.ok) return whose;
      const change = {
        ...(title === undefined ? {} : { title }),
        ...(assignee === undefined ? {} : { assignee: whose.value }),
        ...(due === undefined ? {} : { due }),
      };
      return changed(context, clientId, (source) => pool.perform("tasks.change", { ...source, ...act(), taskId, change }));
    },
    "tasks.done": ({ clientId, taskId }) => set("tasks.setDone", clientId, taskId, true),
    "tasks.reopen": ({ clientId, taskId }) => set("tasks.setDone", clientId, taskId, false),
    "tasks.remove": ({ clientId, taskId }) => set("tasks.setRemoved", clientId, taskId, true),
    "tasks.restore": ({ clientId, taskId }) => set("tasks.setRemoved", clientId, taskId, false),
  } satisfies Partial<Handlers>;
}

function inboxHandlers(context: ApiContext) {
  return {
    "inbox.list": async (asked) => ok(await inboxView(context, asked)),
    "inbox.dismiss": async ({ keys }) => ok({ dismissed: await dismissItems(context, keys) }),
    "inbox.restore": async ({ keys }) => ok({ restored: await restoreItems(context, keys) }),
    "inbox.seen": async ({ keys }) => {
      await context.pool.must("firm.markSeen", { person: context.people.name, keys, nowMs: context.clock.nowMs() });
      return ok({ done: true as const });
    },
  } satisfies Partial<Handlers>;
}

/** Does something to a client's notes or tasks; what waits there is then repeated in the firm's file. */
async function changed<T>(context: ApiContext, clientId: string, act: (source: ClientSource) => Acted<T>): Promise<Result<T, Failure>> {
  const source = await mirroredClient(context, clientId);
  if (!source.ok) return source;
  const done = inner(await act(source.value));
  if (!done.ok) return done;
  const items = await context.pool.must("work.open", source.value);
  await context.pool.must("firm.saveWork", { clientId, items });
  context.publish("work.changed", { clientId });
  return done;
}

async function names(context: ApiContext): Promise<string[]> {
  return (await context.people.list()).filter(({ active }) => active).map(({ name }) => name);
}

/** The name as it is written here; work can only be given to somebody who is here. */
async function person(context: ApiContext, asked: string | null): Promise<Result<string | null, Failure>> {
  if (asked === null) return ok(null);
  const name = (await names(context)).find((candidate) => candidate.toLowerCase() === asked.toLowerCase());
  if (name !== undefined) return ok(name);
  return {
    ok: false,
    failure: {
      code: "not_found",
      message: `Nobody here is named ${asked}.`,
      field: "assignee",
      next: "List the people to see their names.",
    },
  };
}
