import { createFollows } from "#server/app/follows.ts";

/** What follows in the product, where no job is to be queued. */
export const follows = createFollows(async () => {});
