import { nowMs } from "../../api/clock.ts";

let made = 0;

/** A unique value for one action of a person: sent twice, it acts once. */
export function actionValue(): string {
  made++;
  return `window-${nowMs().toString(36)}-${made}`;
}
