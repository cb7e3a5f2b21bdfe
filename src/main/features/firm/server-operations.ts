import { z } from "zod";
import type { ApiContext } from "#main/api/context.ts";
import { command, query } from "#main/operations/operation.ts";
import {
  type FirmInvitation,
  type FirmJoined,
  type FirmServerStatus,
  firmInvitation,
  firmJoined,
  firmRevoked,
  firmServerStatus,
  type KnownSignIn,
} from "#shared/contract/firm/server.ts";
import { counted, minuteName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { personRole } from "#shared/model/close/person.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const INVITATION_HOURS = 72;
const url = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .describe(
    "Address of the database in the form postgres://OWNER@HOST/DATABASE. OWNER must be the owner of the database. Put the owner's password in the environment variable PGPASSWORD",
  );
const ca = z
  .string()
  .max(100_000)
  .optional()
  .describe("PEM file of the server's certificate authority. Needed only if this computer doesn't trust that authority");
const files = { ca: { file: "text" } } as const;

/** One set of books for several people and computers, on the firm's own PostgreSQL. */
export const firmServerOperations = [
  command("firm.create", {
    summary: "Share this firm through a PostgreSQL server, starting with this computer",
    input: z.object({ url, ca }),
    output: firmJoined,
    runs: "core",
    allowed: "admin",
    perform: async (context, order) =>
      settled(context, asOwner(askedOnce(await context.firm.create({ ...order, person: context.people.name })))),
    command: {
      verb: "firm create",
      options: files,
      lines: (joined) => [...welcome(joined), "To invite colleagues: tieout firm invite --person NAME --role ROLE"],
    },
  }),

  command("firm.upgrade", {
    summary: "Update the firm's server for this version of Tieout, as the owner of the database",
    input: z.object({ url, ca }),
    output: z.object({ steps: z.array(z.string()) }),
    runs: "core",
    allowed: "admin",
    perform: async (context, order) => {
      const done = asOwner(askedOnce(await context.firm.upgrade(order)));
      return done.ok ? ok({ steps: [...done.value] }) : done;
    },
    command: {
      verb: "firm upgrade",
      options: files,
      lines: ({ steps }) => [steps.length === 0 ? "The server is up to date." : `Updated: ${steps.join(", ")}.`],
    },
  }),

  command("firm.invite", {
    summary: "Invite a person, or a person's second computer, with a code that works once",
    input: z.object({
      person: z.string().trim().min(1).max(120).describe("Person's name"),
      role: personRole.describe(
        "Person's role. Someone already in the firm gets this role at once, and is reactivated if they were deactivated",
      ),
      clients: z
        .array(z.string().min(1).max(100))
        .max(5_000)
        .optional()
        .describe(
          "ID of a client that the person works on; repeat the option for each client. For someone already in the firm, these clients replace the earlier ones at once. By default, a new person works on all clients, and someone already in the firm keeps the same clients",
        ),
      allClients: z
        .boolean()
        .optional()
        .describe("Let the person work on all clients, including ones added later. For someone already in the firm, this applies at once"),
      hours: z.number().int().min(1).max(720).default(INVITATION_HOURS).describe("Hours until the code expires"),
    }),
    output: firmInvitation,
    runs: "core",
    // The server asks for an administrator, except for a computer of one's own.
    allowed: "viewer",
    perform: async (context, { allClients = false, ...order }) => {
      if (!allClients) return askedOnce(await context.firm.invite(order));
      if (order.clients === undefined) return askedOnce(await context.firm.invite({ ...order, clients: [] }));
      return fail({
        code: "invalid_input",
        message: "An invitation is for all clients or for those it names, not both.",
        field: "allClients",
        next: "Leave out either --client or --all-clients.",
      });
    },
    command: {
      verb: "firm invite",
      options: { clients: "client" },
      lines: ({ person, role, code, until, before, clients }) => [
        ...changedAtOnce({ person, role, before, clients }),
        `${person} can run this command once, until ${minuteName(until)}, to join as ${role}:`,
        `tieout firm join --code ${code}`,
      ],
    },
  }),

  command("firm.join", {
    summary: "Join a firm with an invitation code",
    input: z.object({ code: z.string().min(1).max(200_000).describe("Invitation code") }),
    output: firmJoined,
    runs: "core",
    allowed: "viewer",
    perform: async (context, { code }) => settled(context, askedOnce(await context.firm.join(code))),
    command: { verb: "firm join", lines: welcome },
  }),

  query("firm.status", {
    summary: "Show the firm's server, and the people and computers that use the server",
    input: z.object({}),
    output: firmServerStatus,
    runs: "core",
    perform: async (context) => {
      const status = await context.firm.status();
      if (!status.ok || status.value.state !== "online") return status;
      const refreshed = await context.firm.refresh();
      if (!refreshed.ok) return refreshed;
      await adoptMembers(context, status.value.members);
      if (refreshed.value.taken > 0) {
        const clients = await context.pool.must("firm.clients", {});
        context.publish("clients.changed", { clientIds: clients.map(({ clientId }) => clientId) });
      }
      return status;
    },
    command: { verb: "firm status", lines: statusLines },
  }),

  command("firm.revoke", {
    summary: "Remove a computer from the firm, such as a lost laptop",
    input: z.object({ machineId: z.uuid().describe("ID of the computer, as shown by “firm status”") }),
    output: firmRevoked,
    runs: "core",
    allowed: "viewer",
    perform: async (context, { machineId }) => askedOnce(await context.firm.revoke(machineId)),
    command: {
      verb: "firm revoke",
      options: { machineId: "machine" },
      lines: ({ person, name, resealed, known }) => [
        `The computer ${name} (${person}) was removed and can no longer connect. Ledger sign-ins on the firm's server, encrypted again so that the removed computer can't read them: ${resealed}.`,
        ...signInsToRevoke(known),
      ],
    },
  }),

  command("firm.leave", {
    summary: "Leave the firm's server. The local copies and your work stay on this computer",
    input: z.object({}),
    output: z.object({ signIns: z.number().int(), listedAs: z.string().nullable() }),
    runs: "core",
    allowed: "viewer",
    perform: async (context) => {
      const left = askedOnce(await context.firm.leave());
      if (left.ok) await context.firmChanged();
      return left;
    },
    command: {
      verb: "firm leave",
      lines: ({ signIns, listedAs }) => [
        signIns === 0
          ? "This computer has left the firm. To sync here, sign in to the ledgers again."
          : `This computer has left the firm and keeps ${counted(signIns, "ledger sign-in")}.`,
        ...(listedAs === null
          ? []
          : [
              `Tieout couldn't tell the firm's server that this computer has left. Ask an administrator to run: tieout firm revoke --machine ${listedAs}`,
            ]),
      ],
    },
  }),
] as const;

const ASK_AGAIN: Partial<Readonly<Record<Failure["code"], string>>> = {
  server_unreachable: "Check your connection to the server, then try again.",
  busy: "Try again in a moment.",
};

/** Nothing of these commands is kept and sent later, so the person asks again. */
function askedOnce<T>(done: Result<T, Failure>): Result<T, Failure> {
  const next = done.ok ? undefined : ASK_AGAIN[done.failure.code];
  return done.ok || next === undefined ? done : fail({ ...done.failure, next });
}

/** The login is the database owner's, which a person gave. */
function asOwner<T>(done: Result<T, Failure>): Result<T, Failure> {
  if (done.ok || done.failure.code !== "server_refused") return done;
  const message = "The server rejected the sign-in of the database's owner.";
  const next = "Check the user name and password, and whether the server allows this computer to connect.";
  return fail({ ...done.failure, message, next });
}

/** The person who joined becomes the current user of this computer, with the role that the firm gave them. */
async function settled(context: ApiContext, joined: Result<FirmJoined, Failure>): Promise<Result<FirmJoined, Failure>> {
  if (!joined.ok) return joined;
  const { person, role } = joined.value;
  await adoptMembers(context, joined.value.members);
  const known = await adopted(context, person, role, true);
  if (!known.ok) return known;
  // The invitation is for this person, so no PIN is asked for: this computer is that person's from now on.
  const used = await context.people.use(person);
  if (used.ok) context.publish("people.changed", { current: context.people.name });
  if (!used.ok) return fail(used.failure);
  await context.firmChanged();
  return joined;
}

/** The server decides who works for the firm, and as what. */
async function adoptMembers(context: ApiContext, members: FirmServerStatus["members"]): Promise<void> {
  // Administrators first: one has to remain at every step.
  const ordered = [...members].sort((a, b) => Number(b.role === "admin") - Number(a.role === "admin"));
  for (const { person, role, disabledAt } of ordered) await adopted(context, person, role, disabledAt === null);
}

async function adopted({ people }: ApiContext, name: string, role: FirmJoined["role"], active: boolean): Promise<Result<unknown, Failure>> {
  const known = (await people.list()).find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (known === undefined) return people.add({ name, role });
  return known.role === role && known.active === active ? ok(known) : people.change({ name, role, active });
}

function welcome({ server, person, role, clients, twice }: FirmJoined): readonly string[] {
  return [
    `This computer now belongs to ${person} (${role}) in the firm at ${server}. Clients: ${clients}.`,
    ...twice.map(
      ({ clientId, serverId }) =>
        `Your client ${clientId} was already in the firm, as client ${serverId}. Your notes, tasks and other work were added there, and your earlier file is in the folder “kept” in Tieout's data folder.`,
    ),
  ];
}

/** What an invitation has already changed for somebody who was in the firm. */
function changedAtOnce({ person, role, before, clients }: Omit<FirmInvitation, "code" | "until">): readonly string[] {
  if (before === null) return [];
  const named = (ids: readonly string[] | null) => ids?.join(", ") ?? "all clients";
  return [
    ...(before.role === role ? [] : [`${person} was already in the firm. The role has changed from ${before.role} to ${role}.`]),
    ...(before.deactivated ? [`${person} was deactivated and has been reactivated.`] : []),
    ...(clients === null ? [] : [`${person}'s clients have changed. Before: ${named(clients.from)}. Now: ${named(clients.to)}.`]),
  ];
}

function statusLines({ state, server, person, role, members, machines, problem }: FirmServerStatus): readonly string[] {
  if (state === "alone") return ["This firm is on this computer only."];
  const said = problem === null ? [] : [problem.message, ...(problem.next === undefined ? [] : [problem.next])];
  if (state === "offline") return [`Not connected to ${server}.`, ...said];
  return [
    `Connected to ${server} as ${person} (${role}).`,
    ...said,
    ...members.map(({ person: name, role: may, disabledAt }) => `Person: ${name}, ${may}${disabledAt === null ? "" : ", deactivated"}`),
    ...machines.map(
      ({ machineId, name, person: owner, revokedAt, isThisOne }) =>
        `Computer: ${machineId}, ${owner}, ${name}${isThisOne ? ", this computer" : ""}${revokedAt === null ? "" : ", removed"}`,
    ),
  ];
}

/** What a removed computer could read, and how to end that: new secrets come first, since signing in needs them. */
function signInsToRevoke(known: readonly KnownSignIn[]): string[] {
  if (known.length === 0) return [];
  return [
    `The removed computer had access to these ledger sign-ins: ${known.map(knownSignInWords).join("; ")}.`,
    ...(known.some(({ isApp }) => isApp)
      ? ["For each client secret listed, create a new one on the ledger's developer site and enter it in Tieout."]
      : []),
    "In each ledger listed, revoke Tieout's access, then sign in again.",
  ];
}

/** `Ledger B (Birch & Co, Elm Ltd)`. */
function knownSignInWords({ isApp, ledger, clients }: KnownSignIn): string {
  // An app's secret may be there before any client signs in with it.
  const named = clients.filter((name) => name !== "");
  const what = isApp ? `the client secret of your firm's app${ledger === null ? "" : ` for ${ledger}`}` : (ledger ?? "a ledger");
  return named.length === 0 ? what : `${what} (${named.join(", ")})`;
}
