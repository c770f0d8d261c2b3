import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type {
	ReportAccepted,
	ReportDetail,
	ReportFilter,
	ReportFormat,
	ReportPage,
	ReportRequest,
	ReportShare,
} from "#contract/reports/reports.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { ReportData } from "./data/report-data.ts";

export type ReportFiles = ReadonlyMap<ReportFormat, Buffer>;

/** A report to make. */
export type AskedReport = {
	id: string;
	workspaceId: WorkspaceId;
	/** Null: all clients. */
	clientId: ClientId | null;
	name: string;
	createdBy: string;
	company: string;
	request: ReportRequest;
	/** How often it was begun, with this time. */
	attempts: number;
};

/** A finished report. */
type Made = { files: ReportFiles; sections: ReportDetail["sections"] };

type Requested =
	| { ok: true; answer: ReportAccepted }
	| { ok: false; because: "idempotency_mismatch" | "limit_reached" }
	| { ok: false; because: "rate_limited"; retryAfter: number };

/** A file of a report. `isOurs`: it was made here, and did not come with a client's file. */
export type ReportFile = { name: string; isOurs: boolean; content: Buffer };

/** Reports of workspaces. A report outside of the scope looks like one that does not exist. */
export type AccountReports = {
	/** Stores it and queues its job in one transaction, once per key. */
	request(scope: Scope, asked: { key: string | null; request: ReportRequest }): Promise<Requested>;
	page(
		scope: Scope,
		query: ReportFilter & { cursor?: string | undefined; limit?: number | undefined },
	): Promise<ReportPage | "bad_cursor">;
	detail(scope: Scope, id: string): Promise<ReportDetail | undefined>;
	/** False when there is none. */
	delete(scope: Scope, id: string): Promise<boolean>;
	/** Counts a download where `counts`. */
	file(scope: Scope, id: string, format: ReportFormat, counts: boolean): Promise<ReportFile | undefined>;
	share(
		scope: Scope,
		id: string,
		tokenHash: Buffer,
		days: number,
	): Promise<ReportShare | "not_finished" | "limit_reached" | undefined>;
	revoke(scope: Scope, id: string, shareId: string): Promise<boolean>;
	/** What a link leads to. Counts an opening of the page, or a download. */
	shared(tokenHash: Buffer, format: "html" | "pdf"): Promise<(ReportFile & { expiresAt: Date }) | undefined>;
};

/** A process that makes a report says so several times within this time; one that does not is gone. */
export const REPORT_SILENCE_MS = 90_000;

/** The work on a report, from the queue to its files. */
export type ReportWork = {
	/** Undefined when it is gone, done, or being made. */
	begin(id: string): Promise<AskedReport | undefined>;
	gather(asked: AskedReport): Promise<ReportData | "too_many">;
	complete(id: string, made: Made): Promise<void>;
	fail(id: string, failure: string): Promise<void>;
	/** Keeps the lease while it is being made. */
	keep(id: string): Promise<void>;
	/** The work broke off: its job comes again. */
	giveBack(id: string): Promise<void>;
	/** Queues a new job for each report whose worker fell silent or whose job was lost; returns how many. */
	takeBack(silenceMs: number, waitingMs: number): Promise<number>;
};
