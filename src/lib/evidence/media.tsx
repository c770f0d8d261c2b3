import { Outline } from "#src/ui/icon.tsx";

/** How to show a file: as a picture or sound if the server serves it as one; anything else can only be saved. */
export type Medium = "picture" | "sound" | "file";

const PICTURES = new Set(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]);

export const mediumOf = (type: string): Medium =>
	PICTURES.has(type) ? "picture" : type.startsWith("audio/") ? "sound" : "file";

/**
 * The file that represents a piece of evidence in a list: the first with a thumbnail, or else the first picture, or else the first file.
 */
export const fileShown = <F extends { type: string; thumbnail?: string | undefined }>(
	files: readonly F[],
): F | undefined =>
	files.find(({ thumbnail }) => thumbnail !== undefined) ??
	files.find(({ type }) => mediumOf(type) === "picture") ??
	files[0];

const dot = (x: number, y: number, r: number) =>
	`M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`;

const PATHS = {
	picture: `M4 5h16v14H4zM4 16.5l5-5 4 4 2.5-2.5 4.5 4.5${dot(14.5, 9, 1.25)}`,
	sound: "M9 6a3 3 0 0 1 6 0v5a3 3 0 0 1-6 0zM6 11a6 6 0 0 0 12 0M12 17v3.5M9 20.5h6",
	file: "M6 3.5h8l4 4v13H6zM14 3.5v4h4",
	note: "M5 6h14M5 11h14M5 16h9",
	camera: `M4 8h3.5L9 5.5h6L16.5 8H20v11H4z${dot(12, 13, 3.25)}`,
	paste: "M9 5H6v15.5h12V5h-3M9 3.5h6v3H9z",
	place: `M12 20.5c-4-4.5-6-7.6-6-10.5a6 6 0 0 1 12 0c0 2.9-2 6-6 10.5z${dot(12, 10, 2)}`,
} as const;

/** An icon for the type of evidence, or for its source. */
export const MediaIcon = ({ name }: { name: keyof typeof PATHS }) => <Outline path={PATHS[name]} />;
