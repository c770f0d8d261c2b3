import type { Identity } from "#server/identity/sessions/identity.ts";
import type { Senders } from "#server/identity/sessions/operation.ts";
import type { EngineList } from "../../engines/engine-list.ts";
import type { AcceptScan } from "../accept-scan.ts";
import type { ScanNotices } from "../store/scan-notices.ts";
import type { ScanReader } from "../store/scan-reader.ts";
import type { ScanStore } from "../store/scan-store.ts";

/** What the routes of scans work with. */
export type ScanRouteDeps = {
	accept: AcceptScan;
	store: ScanStore;
	reader: ScanReader;
	notices: Pick<ScanNotices, "listen">;
	engines: EngineList;
	/** Whether the sender runs this server and so may see what it lacks. */
	seesTools: (identity: Identity) => boolean;
	/** Aborted when this process is about to end: streams move to another one. */
	leaving: AbortSignal;
	senders: Senders;
};
