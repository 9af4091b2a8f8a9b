/**
 * Forms of words in folded text, one a line. `@` is the name, capitals are groups of words (`denial-words.ts`), `~3` is at most three
 * words, `...` any; after `!` stands what the form must not hold. The rest is a regular expression, without words cut in two.
 */

/** Ways to say that something is not known. */
export const UNKNOWN = String.raw`
  # "I do not have reliable information about X", "without any sources on X", "no mention of X".
  (?:NEVER|NONE) ~5 FACTS ~3 OF ~6 @ ! PRAISES|\byou (?:\S+ ){0,2}(?:need|have to|must|want)\b|\b(?:beats?|speaks?|sells?|shares?|loses?|lost)\b
  (?:nothing|little|not much|next to nothing|hardly anything|almost nothing|zero) ~6 (?:about|on|of|for|regarding) ~2 @(?! (?:is|was|feels|looks|seems|needs) (?!known|available|documented|published)) ! PRAISES|\b(?:makers?|vendors?|developers?|team|founders?|company) (?:says?|said|tells?|reveals?)\b
  # "Information about X is scarce".
  FACTS ~2 OF ~3 @ ~6 LINK ~2 SCARCE
  (?:difficult|hard|tough|impossible|tricky) to (?:find|get|locate|come by|obtain|verify|gather) ~2 FACTS ~2 OF ~3 @
  (?:NEVER|NONE) ~3 (?:references?|mentions?|allusions?|links?) to ~4 @ ! PRAISES
  NEVER ~2 (?:enough|much|anything|a lot) to (?:go on|work with|say) ~5 @ ! READERS
  # "I have never heard of X", "we could not confirm that X exists".
  WE ~3 NEVER ~4 KNOW ~5 @ ! PERSONAL
  (?:cannot|cant|could not|couldnt|unable to|not able to|wasnt able to) ~2 KNOW ~4 @ ! PRAISES|READERS|\benough\b
  # Whatever the assistant says that it has not, and where it stands.
  WE ~4 DENIED ~4 LEARN ... @ ! PERSONAL
  @ ... WE ~4 DENIED ~4 LEARN ! PERSONAL
  WE ~2 (?:be|have to|only|just|rather not|prefer not to) (?:guess|guessing|speculate|speculating) ! PRAISES
  @ ... (?:mean|means|meant|says?) (?:nothing|little) to WE
  @ ~2 (?:leaves|left|has|have) (?:no|little|hardly any) ~2 (?:footprint|trace|presence|coverage|record) ! PRAISES
  @ ... (?:not|isnt|arent|wasnt) ~2 (?:part of|in|within|among|included in) (?:my|our)
  @ LINK (?:not )? (?:something|anything|nothing) (?:that |which )? WE (?:have|know|can|could|found|find)
  @ (?:isnt|wasnt) (?:something|anything) (?:that |which )? WE (?:have|know|can|could|found|find)
  # "X is not one I know", "of X I know nothing", "whether X is any good I cannot say".
  @ ... WE ~2 NEVER ~2 KNOW(?: (?:it|that|this|one|him|them|much|more|anything|about|of|for|with|certainty|yet|here|before|personally))*$ ! PRAISES
  @ ... WE ~2 NEVER ~2 KNOW (?:\S+ )?because WE (?:lack|have no)
  @ ... WE ~1 (?:know|found|find|have|see) (?:next to nothing|nothing|no FACTS|little|too little|very little) ! PRAISES
  (?:name|one|product|tool|company|something) (?:that |which )? WE ~1 NEVER ~1 KNOW ! PRAISES
  @ LINK (?:not|no) ~1 (?:one|name|product|tool|brand|company|app|service) (?:that |which )? WE ~1 KNOW
  @ isnt ~2 (?:that |which )? WE ~1 KNOW
  # "None of the guides covers X", "no one has written about X", "my training data does not include X".
  (?:no|none of|neither of|neither|few|nothing in|not one of|not a single) ~4 SOURCES ~4 TELL ~4 @ ! PRAISES
  (?:nobody|no one|nothing) ~6 TELL ~3 @ ! PRAISES|\b(?:more|most) \S+\b
  SOURCES ~5 NEVER ~2 (?:TELL|say|extend|reach|go|return|give|turn up|bring up) ~4 @ ! PRAISES|FREQUENT
  SOURCES ~3 (?:say|says|said|show|shows|reveal|reveals|turned up|brought up|return|returned|gave|give|contain|contains|hold|have) (?:no|nothing|little|nil) ~3 @ ! PRAISES
  (?:search|searches|searching|searched|look|looked|looking|query|queries) ~2 (?:for|up) ~3 @ ~5 (?:nothing|no \S+|none|empty|blank|zero|without|nowhere|short)
  # "X is not mentioned in my sources", "X did not show up".
  @ ~3 NEVER ~3 TOLD(?: SOMEWHERE.*)?$ ! FREQUENT
  @ ~3 NEVER ~2 APPEAR(?: SOMEWHERE.*)?$ ! FREQUENT
  @ ~2 NEVER APPEAR (?:when|if|as|wherever) (?:i|you|we|one) ~1 (?:search|look|query|ask) ! FREQUENT
  @ ~2 (?:appears?|features?|shows up|is|was|stands?) (?:listed |mentioned |named |found |covered )? (?:in|on|among|by) (?:none|no|hardly any|neither) ~3 SOURCES
  @ ~2 (?:absent|missing|omitted|left out|excluded|not part) (?:from|of|in) ~4 SOURCES
  (?:what|who|whether|how|if) ~2 @ ... LINK ~1 (?:unclear|unknown|uncertain|not clear|a mystery)
  @ (?:and|so|hence|therefore|because|since) ~2 (?:cannot|cant|could not|couldnt|unable to) ~2 KNOW (?:it|that|this|them)
  @ ~2 NEVER (?:seem|appear) to (?:exist|be (?:covered|mentioned|listed|known|documented|discussed|included|described|featured|real|a real|an actual|in))
  @ ~2 NEVER ~1 (?:in|on|among|within|part of) (?:my|our|it$|what (?:i|we)|(?:the|any|these|those|either) .{0,40}(?:SOURCES|i|we|reviewers|experts|testers))
  @ ~2 NEVER ~1 ring (?:a|any) bells?
  @ LINK ~2 (?:unknown|unfamiliar|new|news|unclear|foreign|a mystery|not clear|not known|not familiar) (?:to|for) (?:me|us|my|our)
  @ ~3 too (?:new|recent|small|obscure|niche|young) (?:for (?:me|us|my|our)|to (?:know|judge|find|be (?:known|covered|listed)))
  # "I am not familiar with X", "I draw a blank on X", "X is beyond my knowledge".
  (?:unfamiliar with|familiar with|unaware of|aware of|acquainted with|in the dark (?:about|on|regarding)|a blank (?:on|for|with|at|when it comes to)|silent (?:on|about)|no idea (?:what|who|about|whether|if)|clueless about|yet to (?:\S+ )?(?:see|hear of|come across|encounter|find|read about)|need (?:more|further|better) (?:details?|information|context|data|facts) (?:about|on|of)) ~5 @ ! ^(?!.*\b(?:not|no|never|un\w+|(?:is|are|was|were|do|does)nt|in the dark|a blank|silent|clueless|yet to|need)\b)|\b(?:you|they|users?|if)\b.*@
  @ ... WE ~3 (?:in the dark|unfamiliar with it|not (?:\S+ )?(?:familiar|acquainted)(?: with it)?|no idea|clueless|draw(?:ing)? a blank|drew a blank)
  @ ~3 (?:outside|beyond) (?:of )? (?:my|our|what (?:i|we))
  (?:my|our) (?:knowledge|data|training|sources|index|memory) ~2 (?:ends|stops|stop|end) ~3 @
  # "I am not sure that X exists", "it is unclear what X is".
  (?:not|unsure|unclear|uncertain|doubt) ~4 (?:(?:if|whether|that) )? @ (?:even |really |actually )? (?:exists|is (?:a |an )?(?:real|actual|existing)\b.*|refers\b.*|means\b.*)
  (?:not (?:sure|certain|clear)|unsure|unclear|uncertain) ~3 (?:what|who) ~2 @
  # German
  (?:keine?[nr]?|kaum|wenig|nichts?) ~4 (?:informationen|angaben|daten|quellen|hinweise|ergebnisse|berichte|erkenntnisse|einzelheiten|erwahnung\w*|spur) ~3 (?:uber|zu|von|fur|zum) ~4 @
  (?:nichts|kaum etwas|wenig) ~2 (?:uber|zu|von) ~2 @
  (?:uber|zu|von|zum) ~3 @ ~6 (?:keine?[nr]?|nichts?|kaum|wenig|nie) ~4 (?:informationen|angaben|daten|quellen|hinweise|ergebnisse|vor|gefunden|finden|sagen|bekannt|gehort|gelesen|weiss)
  @ ~3 (?:mir|uns) ~2 (?:nicht|kein|nichts|unbekannt|neu)
  (?:mir|uns) ~2 (?:nicht|kein\w*|nichts) ~5 @
  (?:ich|wir) ~2 (?:kenne?n?|kannte|finde?n?|fand) ~2 @ nicht
  @ (?:kenne?n?|kannte|finde?n?|fand) (?:ich|wir) ~2 nicht
  (?:nicht|kein) ~2 (?:bekannt|vertraut|finden|gefunden|bestatigen|uberprufen)(?! fur) ~4 @
  @ ~3 (?:taucht|kommt|erscheint|steht|findet sich|wird) ~2 (?:in|auf|von) ~3 (?:quellen?|ergebnissen|suche|daten|listen|artikeln?|seiten) ~3 (?:nicht|nie|nirgends|erwahnt|genannt) ! ^(?!.*\b(?:nicht|nie|nirgends|kein\w*)\b)
  # French
  (?:ne|n|j|je) ~4 pas ~4 (?:informations?|trouver?|donnees|connais|connait|verifier|entendu) ~6 @ ! \bplus \S+ que @
  (?:ne|n) (?:connais|connaissons|trouve|trouvons) ~1 pas ~3 @
  aucune? (?:informations?|donnee|source|resultat|article|page|trace|mention|avis|site) ~4 (?:sur|de|a propos de|concernant|mentionne|parle de|cite|pour) ~3 @
  rien ~2 (?:sur|de|a propos de|concernant) ~2 @ ! \bplus \S+ que\b
  @ (?:m|nous|me) ~1 est ~1 (?:inconnue?|inconnus)
  @ (?:ne|n) ~1 (?:figure|apparait|est pas mentionne\w*) ~1 (?:pas|dans|nulle part).*
  # Spanish
  (?:no|ni) ~2 (?:conozco|conocemos|conocia) ~3 @
  no ~3 (?:informacion|datos|fuentes|resenas|resultados|referencias|detalles|nada) ~3 (?:sobre|de|acerca de|en relacion con) ~3 @
  (?:no|nada|ningun\w*) ~4 (?:encontr\w+|encuentr\w+|verificar|confirmar|menciona\w*|habla de|cita) ~5 @ ! \b(?:mas|mejor|menos) (?:\S+ ){0,2}(?:que|como) @|\bmejor\b
  @ no ~1 (?:aparece|figura|sale|consta|me suena|me resulta|me es|se menciona)
  @ (?:me |nos )? es ~1 desconocid[oa]
  (?:desconozco|desconocemos) ~3 @
  # Italian, Portuguese, Dutch
  non ~4 (?:informazioni|trovat\w+|conosco|dati|verificare) ~5 @
  nao ~4 (?:informac\w+|encontr\w+|conheco|dados) ~5 @
  geen ~2 (?:informatie|gegevens|bronnen) ~5 @
`;

/** Ways to say that something else of that name is meant. */
export const OTHER = String.raw`
  (?:nothing to do with|(?:no|any|without) (?:\S+ )?(?:connection|relation|relationship|link|affiliation|ties) (?:to|with)|unrelated to|not related to|no relation to|different from|other than the|nichts mit) ~4 @ ! \b(?:different from) (?:\S+ )*@ (?:in|by|because)\b
  @ ~3 (?:nothing to do with|(?:no|any) (?:connection|relation|relationship|link|affiliation) (?:to|with)|unrelated to|not related to) (?:this|that|the (?:product|company|software|app|tool)|our|your|it)
  (?:not|do not|dont|never|should not|shouldnt|easily|often|sometimes) ~2 (?:confuse|confused|mistake|mistaken|mix|mixed) ~5 (?:with|for) ~5 @
  @ ... (?:someone else|something else|somebody else|not the (?:company|brand|product|software|tool|app|service|one)|mean something else|of (?:that|the same) name|with (?:that|the same) name)
  (?:a|an|another|some|entirely|completely|quite) ~2 (?:different|unrelated|separate|other) ~5 NAMED ~1 @
  (?:name|names) ~2 @ ~2 (?:belongs?|refers?|means?) ~5 (?:different|another|other|someone|something)
  (?:share|shares|sharing|has|have|nothing but) ~3 names? ~2 (?:with|as|of) ~2 @
  @ ~2 (?:shares?|has|have) (?:only |just )?(?:its|the|a|the same|a similar) name
  (?:shares?|sharing) nothing (?:but|except) ... @
  @ (?:here|there|in this case) (?:is|means|refers|stands|denotes)
  (?:the|that|this) @ (?:in (?:that|this|the) (?:article|page|result|text|source|list|story) )? LINK ~2 THING
  @ (?:is |are |was )? (?:also|too|instead|actually|rather) ~4 (?:the name of|(?:a|an|the) (?:\S+ )?THING)
  @ is ~1 THING ... too
  @ (?:the |a |an ) ~2 HARD_THING
  @ (?:street|road|avenue|lane|county|river|lake|island|beach|church|township)
  @ (?:refers? to|stands? for|means|denotes) (?:a|an|the|some|someone|something) ~2 (?:THING|else|different|other)
  (?:a|the) (?:different|wrong) @
  (?:results?|hits|searches|pages) ~1 @ ~2 (?:mostly|mainly|largely|only|all|instead)
  @ is ~2 (?:common|frequent|usual|popular) (?:surname|name|word|term|first name|family name)
  (?:not|isnt) @ (?:the |a |an ) ~1 THING
  @ ... (?:not|isnt) (?:meant|intended|what (?:you|we|is)|the one you)
  (?:not|isnt|arent|wasnt|rather than|instead of|but|mean|about|unrelated) ~5 (?:the )? @ (?:the |a |an |as a |as an ) ~2 THING
  (?:not|isnt|arent|wasnt|confused|unrelated|rather than|instead of) ~5 THING (?:of|called|named|known as) @
  @ (?:the |a |an ) ~1 THING ... (?:unrelated|no relation|not related|different)
  (?:nicht (?:zu )?verwechseln|rien a voir|a ne pas confondre|nada que ver|no (?:debe )?confundir(?:se)?) ~5 @
`;

/** What only brings a name up, or supposes that there is something of that name. */
export const BROUGHT_UP = String.raw`^(?:.* )?(?:i|we) (?:.* )?(?:hoping|hoped|wanted|tried|looked|meant|checked|would have)\b.*@$|^.*\b(?:may|might|perhaps|maybe|possibly|possible|apparently|supposedly) .*@|^.*@ (?:may|might|could) |(?:^|^.*\b(?:search|searched|searching|look|looked|looking)\b.* )(?:(?:and|but|as for|as to|what of|what about|regarding|concerning|about|you (?:also )?(?:mention|mentioned|name|named|list|listed|ask about|asked about)) )?(?:the \S+ )?@$`;

/** What says after it that nothing is known. */
export const LACKING = String.raw`^(?:\S+ ){0,3}?(?:(?:i|we) (?:\S+ ){0,2}(?:not|no|never|cannot|nothing|(?:do|did|have|had|ca|could|am|was)nt) (?:\S+ ){0,4}?(?:it|that|this|them|name|reliable|FACTS)|no FACTS|nothing (?:is )?(?:known|found|came|turned)|(?:came|come) up (?:empty|short)|unknown)\b`;
