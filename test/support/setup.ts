import fc from "fast-check";
import { seedOr } from "./trials.ts";

// A property that fails has found something about the change at hand, not about the hour: chance is for `npm run prove`.
fc.configureGlobal({ seed: seedOr(1) });
