import { useQuery } from "@tanstack/react-query";
import type { EvidenceSummary } from "#contract/evidence/evidence.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { fileShown, mediumOf } from "./media.tsx";
import { Thumbnail } from "./thumbnail.tsx";
import { thumbnailQuery } from "./thumbnail-query.ts";

/** The thumbnail in a list for evidence on the server. It does not read the files: that would add an entry to the custody list. */
export function EvidenceThumbnail({ evidence: { id, files } }: { evidence: Pick<EvidenceSummary, "id" | "files"> }) {
	const account = useAccount();
	const { scope } = useScope();
	const shown = fileShown(files);
	const sha256 = shown?.thumbnail;
	const enabled = sha256 !== undefined && account.status === "known" && !account.locked;
	const { data } = useQuery({ ...thumbnailQuery(id, sha256 ?? "", scope), enabled });
	return <Thumbnail medium={shown ? mediumOf(shown.type) : "note"} src={(enabled && data) || null} />;
}
