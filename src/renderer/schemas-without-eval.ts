import { config } from "zod";

// The policy of the page forbids code made from text; schemas would try it, and every try is reported as a breach.
config({ jitless: true });
