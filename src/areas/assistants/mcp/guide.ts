/** What the figures mean: the resource `sightline://guide/metrics`. The glossary of people is `docs/glossary.md`. */
export const METRICS_GUIDE = `# Figures and outcomes

Every check of a keyword has one outcome.

| outcome | means | say |
|---|---|---|
| \`ranked 4\` | an own site stood at place 4 | the place, and when it was checked |
| \`not_found to 100\` | read to place 100, no own site found | "not in the first 100", never place 101 or 0 |
| \`failed\` | the page could not be read | that the place is not known; the one before is the last known |
| \`pending\` | not checked yet | nothing about places |

- **change**: places gained since what it is compared with; negative is a loss. Null: one of both is not known.
- **new**, **lost**: found now and not before, and the other way round. A failed check is neither.
- **position_scale**: \`organic\` counts organic results alone, \`page\` everything on the page.
- **average_position**: over keywords that rank. It falls when bad keywords drop out: name how many rank beside it.
- **share_of_voice**: part of the clicks that the tracked keywords can bring, by places and volumes; null where volumes are not known. By the fixed click curve unless \`share_of_voice_weighed_by\` names the clicks of the project's own Search Console; shares that are weighed differently do not compare.
- **top_3**, **top_10**: keywords that rank there by their newest good check.
- **contested**: several own pages take turns for one keyword.
- **volume**: searches a month, as the provider has them; null is not known, and not zero.
- Costs are USD. A quote says what a purchase costs at most.
`;
