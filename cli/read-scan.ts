import type { ScanDetail } from "#contract/findings/findings.ts";
import type { Api } from "./api.ts";

export const readScan = async (api: Api, id: string): Promise<ScanDetail> =>
	(await api({ path: `scans/${encodeURIComponent(id)}/` })).json() as Promise<ScanDetail>;
