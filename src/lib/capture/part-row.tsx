import { counted } from "#contract/format/count.ts";
import { sizeText } from "#contract/format/size.ts";
import { mediumOf } from "#src/lib/evidence/media.tsx";
import { Thumbnail } from "#src/lib/evidence/thumbnail.tsx";
import { useObjectUrl } from "#src/lib/evidence/use-object-url.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import type { Part } from "./capture-state.ts";
import { isPhoto } from "./files/picture-size.ts";

/** How it will be saved, in words. */
function stateText({ given, covers, made }: Part): string {
	switch (made.status) {
		case "making":
			return "Preparing…";
		case "refused":
			return made.message;
		case "made": {
			const size = sizeText(made.file.size);
			const before = given.bytes.byteLength;
			const covered = covers.length > 0 ? `, ${counted(covers.length, "cover")}` : "";
			switch (made.how) {
				case "redrawn":
					return `${size}${made.file.size < before ? ` instead of ${sizeText(before)}` : ""}, without the camera’s data${covered}`;
				case "unplaced":
					return `${size}. This browser cannot open it, so the original is kept, with the camera’s data, but without the place it was taken at.`;
				case "unread":
					return `${size}. This browser cannot open it, so the original is kept, with the camera’s data. It may say where it was taken.`;
				case "as-given":
					return isPhoto(given.type) ? `${size}, the original with the camera’s data` : size;
			}
		}
	}
}

type Props = { part: Part; disabled: boolean; onCover(): void; onRemove(): void };

/** One file of the evidence being captured. */
export function PartRow({ part, disabled, onCover, onRemove }: Props) {
	const { given, made } = part;
	const file = made.status === "made" ? made.file : given;
	const medium = mediumOf(file.type);
	const url = useObjectUrl(medium === "file" ? null : file.bytes, file.type);
	const mayCover =
		isPhoto(given.type) && !(made.status === "made" && (made.how === "unread" || made.how === "unplaced"));
	return (
		<li className="flex gap-3 border-line border-b py-3">
			<Thumbnail medium={medium} src={medium === "picture" ? url : null} />
			<div className="min-w-0 grow">
				<p className="wrap-anywhere font-medium text-15">
					<bdi>{file.name}</bdi>
				</p>
				<p
					role={made.status === "refused" ? "alert" : undefined}
					className={`wrap-anywhere text-13 tabular-nums ${made.status === "refused" ? "font-medium text-high" : "text-quiet"}`}
				>
					{stateText(part)}
				</p>
				{medium === "sound" && url !== null && (
					// biome-ignore lint/a11y/useMediaCaption: a fresh recording has no transcript.
					<audio controls src={url} aria-label={file.name} className="mt-2 h-11 w-full max-w-sm" />
				)}
				<div className="flex flex-wrap gap-x-5">
					{mayCover && (
						<TextButton disabled={disabled} aria-label={`Cover parts of ${file.name}`} onClick={onCover}>
							Cover parts
						</TextButton>
					)}
					<TextButton disabled={disabled} aria-label={`Remove ${file.name}`} onClick={onRemove}>
						Remove
					</TextButton>
				</div>
			</div>
		</li>
	);
}
