import type { CheckedAddress } from "../target.ts";
import { FILE_PATH } from "./claim.ts";
import type { FetchFile } from "./fetch-file.ts";

type Places = { host: string; addresses: readonly CheckedAddress[]; ports: readonly number[] };

/** `at`: the first of the addresses that serves the file with exactly this text, under the host's name. */
export type FileLook = { at: CheckedAddress | undefined; problem: string | undefined };

export type FindFile = (places: Places, proof: string) => Promise<FileLook>;

export const createFindFile =
	({ fetchFile, userAgent }: { fetchFile: FetchFile; userAgent: () => string }): FindFile =>
	async ({ host, addresses, ports }, proof) => {
		const places = ports.flatMap((port) =>
			(port === 80 ? (["http"] as const) : (["https", "http"] as const)).map((scheme) => ({ scheme, host, port })),
		);
		const serves = async (at: CheckedAddress) => {
			const texts = await Promise.all(places.map((place) => fetchFile({ ...place, at, userAgent: userAgent() })));
			return texts.some((text) => text?.trim() === proof);
		};
		const found = await Promise.all(addresses.map(serves));
		const at = addresses.find((_, index) => found[index]);
		const problem = `The file ${FILE_PATH} was not found on ${host}. It must hold exactly that one line, and redirects are not followed.`;
		return { at, problem: at ? undefined : problem };
	};
