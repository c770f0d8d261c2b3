// Ends a scan in a separate process and dies where its transaction would queue the first job: after everything that follows within it.

import { scanId } from "#contract/ids.ts";
import { createFollows } from "#server/app/follows.ts";
import { createPool } from "#server/platform/db/pool.ts";
import { apply } from "#server/scanning/scans/apply.ts";
import type { ScanEvent } from "#server/scanning/scans/scan.ts";
import { createScanStore } from "#server/scanning/scans/store/scan-store.ts";

const [, , url = "", id, event = ""] = process.argv;
const pool = createPool(url, () => {});
const die = async () => {
	process.kill(process.pid, "SIGKILL");
};
const { ended } = createFollows(die);
const store = createScanStore(pool, die, { perAccount: 1, perTarget: 1 }, ended);
await apply(store, scanId.parse(id), JSON.parse(event) as ScanEvent);
console.log("It lived.");
