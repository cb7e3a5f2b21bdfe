import type { z } from "zod";
import { budgetOperations } from "#main/features/budgets/operations.ts";
import { fluxOperations } from "#main/features/flux/operations.ts";
import type { MethodInput, MethodName, MethodOutput } from "#shared/contract/index.ts";
import type { Operation } from "./operation.ts";

/** Everything a window, a script or another program may ask of Tieout. There is no other way in. */
export const operations = [...budgetOperations, ...fluxOperations] as const;

type Declared = (typeof operations)[number];
type Named<N> = Extract<Declared, { readonly name: N }>;
// The contract's methods become operations one area after the other; until then both lists count.
export type OperationName = Declared["name"] | MethodName;
export type OperationInput<N extends OperationName> = N extends MethodName ? MethodInput<N> : z.input<Named<N>["input"]>;
export type OperationOutput<N extends OperationName> = N extends MethodName ? MethodOutput<N> : z.output<Named<N>["output"]>;

const byName: ReadonlyMap<string, Operation> = new Map(operations.map((operation) => [operation.name, operation as Operation]));

/** The operation of a name, or null. */
export function findOperation(name: string): Operation | null {
  return byName.get(name) ?? null;
}
