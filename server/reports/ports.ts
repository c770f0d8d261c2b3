import type { AccountId } from "#contract/ids.ts";
import type {
	ReportAccepted,
	ReportDetail,
	ReportFilter,
	ReportFormat,
	ReportPage,
	ReportRequest,
	ReportShare,
} from "#contract/reports.ts";
import type { ReportData } from "./data/report-data.ts";

export type ReportFiles = ReadonlyMap<ReportFormat, Buffer>;

/** A report to make. */
export type AskedReport = {
	id: string;
	accountId: AccountId;
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

/** Reports of accounts. A report of another account looks like one that does not exist. */
export type AccountReports = {
	/** Stores it and queues its job in one transaction, once per key. */
	request(account: AccountId, asked: { key: string | null; request: ReportRequest }): Promise<Requested>;
	page(
		account: AccountId,
		query: ReportFilter & { cursor?: string | undefined; limit?: number | undefined },
	): Promise<ReportPage | "bad_cursor">;
	detail(account: AccountId, id: string): Promise<ReportDetail | undefined>;
	/** False when there is none. */
	delete(account: AccountId, id: string): Promise<boolean>;
	/** Counts a download where `counts`. */
	file(
		account: AccountId,
		id: string,
		format: ReportFormat,
		counts: boolean,
	): Promise<{ name: string; content: Buffer } | undefined>;
	share(
		account: AccountId,
		id: string,
		tokenHash: Buffer,
		days: number,
	): Promise<ReportShare | "not_finished" | "limit_reached" | undefined>;
	revoke(account: AccountId, id: string, shareId: string): Promise<boolean>;
	/** What a link leads to. Counts an opening of the page, or a download. */
	shared(
		tokenHash: Buffer,
		format: "html" | "pdf",
	): Promise<{ name: string; content: Buffer; expiresAt: Date } | undefined>;
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
