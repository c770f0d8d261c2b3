import { useState } from "react";
import { MediaIcon, type Medium } from "./media.tsx";

type Props = {
	/** The type of the first file; `note` if there is none. */
	medium: Medium | "note";
	/** The picture's address; null if there is none or it is not loaded yet. */
	src: string | null;
};

/** A small square for a list: the picture, or an icon where there is none or it cannot be read now. The text beside it names it. */
export function Thumbnail({ medium, src }: Props) {
	const [failed, setFailed] = useState<string | null>(null);
	return (
		<span className="grid size-14 flex-none place-items-center overflow-hidden border border-line bg-paper text-quiet">
			{medium === "picture" && src !== null && failed !== src ? (
				<img
					src={src}
					alt=""
					loading="lazy"
					decoding="async"
					onError={() => setFailed(src)}
					className="size-full object-cover"
				/>
			) : (
				<MediaIcon name={medium} />
			)}
		</span>
	);
}
