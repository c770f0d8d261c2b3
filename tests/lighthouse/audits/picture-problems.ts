import type { Picture } from "../gather/artifact.ts";
import type { Problem } from "./pwa-audit.ts";

/** A picture that did not arrive, or that no browser can read. */
export function loadProblems(pictures: Picture[]): Problem[] {
	return pictures
		.filter(({ seen }) => seen === null)
		.map(({ url, status }) => ({
			where: url,
			problem: status === 200 ? "It is no picture that the browser can read." : `It answered ${status}.`,
		}));
}

/** A picture whose real size is none of those declared. */
export function sizeProblems(pictures: Picture[]): Problem[] {
	return pictures.flatMap(({ url, sizes, seen }) => {
		if (!seen || sizes.includes("any")) return [];
		const real = `${seen.width}x${seen.height}`;
		return sizes.length === 1 && sizes[0] === real
			? []
			: [{ where: url, problem: `It is declared as ${sizes.join(" ") || "nothing"} and is ${real}.` }];
	});
}

export const withPurpose = (pictures: Picture[], purpose: string): Picture[] =>
	pictures.filter(({ purposes }) => purposes.includes(purpose));
