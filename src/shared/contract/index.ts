import type { z } from "zod";
import { adjustmentsContract } from "./adjustments.ts";
import { capabilitiesContract } from "./capabilities.ts";
import { choicesContract } from "./choices.ts";
import { clientsContract } from "./clients.ts";
import { closeContract } from "./close.ts";
import { connectionsExtraContract } from "./connections-extra.ts";
import { dataSafetyContract } from "./data-safety.ts";
import type { CommandDefinition, QueryDefinition, TopicDefinition } from "./define.ts";
import { documentsContract } from "./documents.ts";
import { figuresContract } from "./figures.ts";
import { groupsContract } from "./groups.ts";
import { inboxContract } from "./inbox.ts";
import { insightContract } from "./insight.ts";
import { notesContract } from "./notes.ts";
import { noticesContract } from "./notices.ts";
import { packsContract } from "./packs.ts";
import { peopleContract } from "./people.ts";
import { periodsContract } from "./periods.ts";
import { queueContract } from "./queue.ts";
import { reconciliationsContract } from "./reconciliations.ts";
import { recordsContract } from "./records.ts";
import { reportsContract } from "./reports.ts";
import { reviewBundleContract } from "./review-bundle.ts";
import { reviewsContract } from "./reviews.ts";
import { scheduleContract } from "./schedule.ts";
import { searchContract } from "./search.ts";
import { settingsContract } from "./settings.ts";
import { shellContract } from "./shell.ts";
import { signInContract } from "./sign-in.ts";
import { syncContract } from "./sync.ts";
import { tieOutsContract } from "./tie-outs.ts";
import { tokenStateContract } from "./token-state.ts";
import { writesContract } from "./writes.ts";

/** Everything a window, a browser page or a command may ask of the core. */
export const contract = {
  ...clientsContract,
  ...connectionsExtraContract,
  ...tokenStateContract,
  ...capabilitiesContract,
  ...scheduleContract,
  ...noticesContract,
  ...peopleContract,
  ...notesContract,
  ...inboxContract,
  ...reviewBundleContract,
  ...signInContract,
  ...syncContract,
  ...queueContract,
  ...writesContract,
  ...choicesContract,
  ...documentsContract,
  ...recordsContract,
  ...reportsContract,
  ...figuresContract,
  ...insightContract,
  ...searchContract,
  ...groupsContract,
  ...reviewsContract,
  ...periodsContract,
  ...tieOutsContract,
  ...closeContract,
  ...reconciliationsContract,
  ...packsContract,
  ...adjustmentsContract,
  ...shellContract,
  ...dataSafetyContract,
  ...settingsContract,
};
export type Contract = typeof contract;

type NamesOf<D> = { [K in keyof Contract]: Contract[K] extends D ? K : never }[keyof Contract];
export type MethodName = NamesOf<QueryDefinition<z.ZodType, z.ZodType> | CommandDefinition<z.ZodType, z.ZodType>>;
export type TopicName = NamesOf<TopicDefinition<z.ZodType>>;

export type MethodInput<M extends MethodName> = z.input<Contract[M]["input"]>;
export type MethodOutput<M extends MethodName> = z.output<Contract[M]["output"]>;
export type TopicPayload<T extends TopicName> = z.output<Contract[T]["payload"]>;

/** True for the name of a query or command; anything else that arrives is refused. */
export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(contract, name) && contract[name as keyof Contract].kind !== "topic";
}
