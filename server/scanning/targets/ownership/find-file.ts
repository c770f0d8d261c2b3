import type { CheckedAddress } from "#server/platform/outgoing/target.ts";
import type { FetchFile } from "./fetch-file.ts";
import { FILE_PATH } from "./host-ownership.ts";

type Places = { host: string; addresses: readonly CheckedAddress[]; ports: readonly number[] };

/** `at`: the first of the addresses that serves the file with exactly this text, under the host's name. */
export type FileLook = { at: CheckedAddress | undefined; problem: string | undefined };

/**
 * Reads the file once at each address and place, and returns where each proof was found. However many proofs are accepted, a host gets
 * the same few requests.
 */
export type FindFile = (places: Places) => Promise<(proof: string) => FileLook>;

export const createFindFile =
	({ fetchFile, userAgent }: { fetchFile: FetchFile; userAgent: () => string }): FindFile =>
	async ({ host, addresses, ports }) => {
		const places = ports.flatMap((port) =>
			(port === 80 ? (["http"] as const) : (["https", "http"] as const)).map((scheme) => ({ scheme, host, port })),
		);
		const read = async (at: CheckedAddress) => {
			const texts = await Promise.all(places.map((place) => fetchFile({ ...place, at, userAgent: userAgent() })));
			return { at, texts: texts.map((text) => text?.trim()) };
		};
		const served = await Promise.all(addresses.map(read));
		const problem = `The file ${FILE_PATH} was not found on ${host}. It must hold exactly that one line, and redirects are not followed.`;
		return (proof) => {
			const at = served.find(({ texts }) => texts.includes(proof))?.at;
			return { at, problem: at ? undefined : problem };
		};
	};
