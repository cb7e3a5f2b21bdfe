import { AsyncLocalStorage } from "node:async_hooks";

/** The demo firm's people. */
export const COLLEAGUES = [
  { name: "Ana Walker", role: "preparer" },
  { name: "Ben Singh", role: "reviewer" },
] as const;

type Colleague = (typeof COLLEAGUES)[number]["name"];

const acting = new AsyncLocalStorage<Colleague>();

/** Who of the demo firm acts; null for what the person at the machine does meanwhile. */
export const actingColleague = (): string | null => acting.getStore() ?? null;

/** What is done in here is noted as a colleague's work. */
export function as<T>(name: Colleague, act: () => Promise<T>): Promise<T> {
  return acting.run(name, act);
}
