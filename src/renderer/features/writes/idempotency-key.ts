/** A unique value for one action of a person: sent twice, it acts once. Two windows never make the same. */
export function actionValue(): string {
  return crypto.randomUUID();
}
