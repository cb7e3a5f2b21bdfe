import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { FoundTenantView } from "#shared/contract/connections/sign-in.ts";
import { t } from "../../../language/t.ts";

/** Where a tenant is to go: to a new client of the typed name, or to one that has no ledger yet. */
export interface TenantChoice {
  readonly chosen: boolean;
  /** The id of a client that is there, or null for a new one. */
  readonly clientId: string | null;
  readonly newName: string;
}
export type TenantChoices = Readonly<Record<string, TenantChoice>>;

export interface ReadChoices {
  readonly tenants: { readonly tenantId: string; readonly client: { readonly clientId: string } | { readonly newClient: string } }[];
  /** By tenant: what is wrong with the choice. */
  readonly problems: Readonly<Record<string, string>>;
}

/** More than these are more likely to be everything that a name can open than what was meant. */
const HANDFUL = 10;

/** Clients that can take a ledger. */
export function withoutLedger(rows: readonly ClientRow[]): readonly ClientRow[] {
  return rows.filter((row) => row.ledger === null && !row.demo).sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * What is proposed: the client that a list expects here or that the wizard was opened for, else a client of the same name that has
 * no ledger yet, else a new one. A handful is chosen already: the person has just ticked them at the ledger.
 */
export function proposedChoices(
  tenants: readonly FoundTenantView[],
  rows: readonly ClientRow[],
  forClientId: string | null,
  expected: Readonly<Record<string, string>> = {},
): TenantChoices {
  const free = withoutLedger(rows);
  const open = tenants.filter((tenant) => tenant.connectedTo === null);
  const taken = new Set<string>();
  const choices: Record<string, TenantChoice> = {};
  for (const tenant of open) {
    const wanted = expected[tenant.tenantId] ?? (open.length === 1 ? (forClientId ?? undefined) : undefined);
    const found = free.find((row) => (wanted === undefined ? sameName(row.name, tenant.name) : row.clientId === wanted));
    const clientId = found === undefined || taken.has(found.clientId) ? null : found.clientId;
    if (clientId !== null) taken.add(clientId);
    choices[tenant.tenantId] = { chosen: open.length <= HANDFUL || clientId !== null, clientId, newName: nameOf(tenant) };
  }
  return choices;
}

/** Where the ledger has told only an id so far, a person names the client. */
function nameOf({ tenantId, name }: FoundTenantView): string {
  return sameName(name, tenantId) ? "" : name;
}

/** What is sent for the chosen tenants, and what has to be changed before that. */
export function readChoices(tenants: readonly FoundTenantView[], choices: TenantChoices, rows: readonly ClientRow[]): ReadChoices {
  const problems: Record<string, string> = {};
  const wanted: ReadChoices["tenants"] = [];
  // A client of the same name that has no ledger yet is taken and not made a second time.
  const names = new Set(rows.filter((row) => row.ledger !== null || row.demo).map((row) => nameKey(row.name)));
  const taken = new Set<string>();
  const chosenNames = new Set<string>();
  for (const { tenantId } of tenants) {
    const choice = choices[tenantId];
    if (choice === undefined || !choice.chosen) continue;
    const problem = choice.clientId === null ? nameProblem(choice.newName, names, chosenNames) : clientProblem(choice.clientId, taken);
    if (problem !== null) problems[tenantId] = problem;
    if (choice.clientId === null) chosenNames.add(nameKey(choice.newName));
    else taken.add(choice.clientId);
    const client = choice.clientId === null ? { newClient: choice.newName.trim() } : { clientId: choice.clientId };
    wanted.push({ tenantId, client });
  }
  return { tenants: wanted, problems };
}

function nameProblem(name: string, names: ReadonlySet<string>, chosenNames: ReadonlySet<string>): string | null {
  if (name.trim() === "") return t("Enter the client's name.");
  if (names.has(nameKey(name))) return t("Another client already has this name. Enter a different name.");
  return chosenNames.has(nameKey(name)) ? t("You chose this name for other books in this list. Enter a different name.") : null;
}

function clientProblem(clientId: string, taken: ReadonlySet<string>): string | null {
  return taken.has(clientId) ? t("This client is already selected for other books. Each client can have only one set of books.") : null;
}

function sameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}

function nameKey(name: string): string {
  return name.trim().toLocaleLowerCase("en").replace(/\s+/g, " ");
}
