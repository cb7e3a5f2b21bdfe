import { z } from "zod";
import type { ApiContext } from "#main/api/context.ts";
import { activeNames } from "#main/features/work/after-work.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { CloseTemplate } from "#shared/model/close/close.ts";
import { type ClosePolicy, closePolicy, DEFAULT_CLOSE_POLICY } from "#shared/model/close/close-gates.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { closeTemplate } from "./close-question.ts";

/** Where the firm keeps its policy for overrides. */
export const POLICY_SETTING = "close/policy";

export const savedPolicy = z.object({ policy: closePolicy, person: z.string(), at: z.string() });

/** The firm's policy for overrides; the default until it chose one. */
export async function firmPolicy({ pool }: ApiContext): Promise<ClosePolicy> {
  const saved = savedPolicy.safeParse(await pool.must("firm.setting", { key: POLICY_SETTING }));
  return saved.success ? saved.data.policy : DEFAULT_CLOSE_POLICY;
}

/** What decides how far a close may go: the checklist, the firm's policy and the role of who asks. */
export interface CloseRules {
  readonly template: CloseTemplate;
  readonly policy: ClosePolicy;
  readonly role: PersonRole;
  /** The names that a reason or a note can mention. */
  readonly people: readonly string[];
}

/** The rules for the current user, to be handed to the thread that owns the client's file. */
export async function closeRules(context: ApiContext, named?: string): Promise<Result<CloseRules, Failure>> {
  const template = closeTemplate(context, named);
  if (!template.ok) return template;
  const [policy, people] = await Promise.all([firmPolicy(context), activeNames(context)]);
  return ok({ template: template.value, policy, role: context.people.role, people });
}
