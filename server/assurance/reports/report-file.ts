/** A file of a report. `isOurs`: it was made here, and did not come with a client's file. */
export type ReportFile = { name: string; isOurs: boolean; content: Buffer };
