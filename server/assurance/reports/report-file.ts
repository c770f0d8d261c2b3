/** A file of a report. `isOurs`: it was created here, and did not come with a client's file. */
export type ReportFile = { name: string; isOurs: boolean; content: Buffer };
