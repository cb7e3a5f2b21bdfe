import type { z } from "zod";
import { safetyTopics } from "./app/data-safety.ts";
import { noticeTopics } from "./app/notices.ts";
import { shellTopics } from "./app/shell.ts";
import { writesContract } from "./books/writes.ts";
import { clientTopics } from "./clients/clients.ts";
import { workTopics } from "./clients/notes.ts";
import { peopleTopics } from "./clients/people.ts";
import { packsContract } from "./close/packs.ts";
import { signInTopics } from "./connections/sign-in.ts";
import { firmTopics } from "./firm/exchange.ts";
import { groupTopics } from "./reports/groups.ts";
import { scheduleTopics } from "./sync/schedule.ts";
import { syncTopics } from "./sync/sync.ts";

/** The news that the core publishes. What may be asked of it is declared in `main/features`. */
export const contract = {
  ...clientTopics,
  ...scheduleTopics,
  ...noticeTopics,
  ...peopleTopics,
  ...firmTopics,
  ...workTopics,
  ...groupTopics,
  ...signInTopics,
  ...syncTopics,
  ...writesContract,
  ...packsContract,
  ...shellTopics,
  ...safetyTopics,
};

export type TopicName = keyof typeof contract;
export type TopicPayload<T extends TopicName> = z.output<(typeof contract)[T]["payload"]>;
