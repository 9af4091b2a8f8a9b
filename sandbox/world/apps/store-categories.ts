/** Categories of the two app stores that charts exist for. Own table: the sandbox runs without any data folder. */
export interface StoreCategory {
  readonly platform: 'store_a' | 'store_b';
  readonly id: string;
  readonly parentId: string | null;
  readonly section: string;
  readonly name: string;
}

/** id, parent, section, name */
const STORE_A = `
36,,apps,App Store;6000,36,apps,Business;6001,36,apps,Weather;6002,36,apps,Utilities;6003,36,apps,Travel
6004,36,apps,Sports;6005,36,apps,Social Networking;6006,36,apps,Reference;6007,36,apps,Productivity;6008,36,apps,Photo & Video
6009,36,apps,News;6010,36,apps,Navigation;6011,36,apps,Music;6012,36,apps,Lifestyle;6013,36,apps,Health & Fitness
6014,36,games,Games;6015,36,apps,Finance;6016,36,apps,Entertainment;6017,36,apps,Education;6018,36,apps,Books
6020,36,apps,Medical;6021,36,apps,Magazines & Newspapers;6023,36,apps,Food & Drink;6024,36,apps,Shopping;6026,36,apps,Developer Tools
6027,36,apps,Graphics & Design;7001,6014,games,Action;7002,6014,games,Adventure;7003,6014,games,Casual;7004,6014,games,Board
7005,6014,games,Card;7006,6014,games,Casino;7009,6014,games,Family;7011,6014,games,Music;7012,6014,games,Puzzle
7013,6014,games,Racing;7014,6014,games,Role Playing;7015,6014,games,Simulation;7016,6014,games,Sports;7017,6014,games,Strategy
7018,6014,games,Trivia;7019,6014,games,Word;page:today,,apps,Today;page:apps,,apps,Apps;page:games,,games,Games
page:arcade,,arcade,Arcade
`;

const STORE_B = `
APPLICATION,,apps,Apps;ART_AND_DESIGN,APPLICATION,apps,Art & Design;AUTO_AND_VEHICLES,APPLICATION,apps,Auto & Vehicles;BEAUTY,APPLICATION,apps,Beauty;BOOKS_AND_REFERENCE,APPLICATION,apps,Books & Reference
BUSINESS,APPLICATION,apps,Business;COMICS,APPLICATION,apps,Comics;COMMUNICATION,APPLICATION,apps,Communication;DATING,APPLICATION,apps,Dating;EDUCATION,APPLICATION,apps,Education
ENTERTAINMENT,APPLICATION,apps,Entertainment;EVENTS,APPLICATION,apps,Events;FINANCE,APPLICATION,apps,Finance;FOOD_AND_DRINK,APPLICATION,apps,Food & Drink;HEALTH_AND_FITNESS,APPLICATION,apps,Health & Fitness
HOUSE_AND_HOME,APPLICATION,apps,House & Home;LIBRARIES_AND_DEMO,APPLICATION,apps,Libraries & Demo;LIFESTYLE,APPLICATION,apps,Lifestyle;MAPS_AND_NAVIGATION,APPLICATION,apps,Maps & Navigation;MEDICAL,APPLICATION,apps,Medical
MUSIC_AND_AUDIO,APPLICATION,apps,Music & Audio;NEWS_AND_MAGAZINES,APPLICATION,apps,News & Magazines;PARENTING,APPLICATION,apps,Parenting;PERSONALIZATION,APPLICATION,apps,Personalization;PHOTOGRAPHY,APPLICATION,apps,Photography
PRODUCTIVITY,APPLICATION,apps,Productivity;SHOPPING,APPLICATION,apps,Shopping;SOCIAL,APPLICATION,apps,Social;SPORTS,APPLICATION,apps,Sports;TOOLS,APPLICATION,apps,Tools
TRAVEL_AND_LOCAL,APPLICATION,apps,Travel & Local;VIDEO_PLAYERS,APPLICATION,apps,Video Players & Editors;WEATHER,APPLICATION,apps,Weather;GAME,,games,Games;GAME_ACTION,GAME,games,Action
GAME_ADVENTURE,GAME,games,Adventure;GAME_ARCADE,GAME,games,Arcade;GAME_BOARD,GAME,games,Board;GAME_CARD,GAME,games,Card;GAME_CASINO,GAME,games,Casino
GAME_CASUAL,GAME,games,Casual;GAME_EDUCATIONAL,GAME,games,Educational;GAME_MUSIC,GAME,games,Music;GAME_PUZZLE,GAME,games,Puzzle;GAME_RACING,GAME,games,Racing
GAME_ROLE_PLAYING,GAME,games,Role Playing;GAME_SIMULATION,GAME,games,Simulation;GAME_SPORTS,GAME,games,Sports;GAME_STRATEGY,GAME,games,Strategy;GAME_TRIVIA,GAME,games,Trivia
GAME_WORD,GAME,games,Word;FAMILY,,apps,Kids
`;

/** Where an app of a company that is on both stores lies in the other one: store_a, store_b. */
const COUNTERPARTS = `
6000 BUSINESS;6001 WEATHER;6002 TOOLS;6003 TRAVEL_AND_LOCAL;6004 SPORTS;6005 SOCIAL;6006 BOOKS_AND_REFERENCE;6007 PRODUCTIVITY
6008 PHOTOGRAPHY;6009 NEWS_AND_MAGAZINES;6010 MAPS_AND_NAVIGATION;6011 MUSIC_AND_AUDIO;6012 LIFESTYLE;6013 HEALTH_AND_FITNESS
6015 FINANCE;6016 ENTERTAINMENT;6017 EDUCATION;6018 BOOKS_AND_REFERENCE;6020 MEDICAL;6021 NEWS_AND_MAGAZINES;6023 FOOD_AND_DRINK
6024 SHOPPING;6026 TOOLS;6027 ART_AND_DESIGN;7001 GAME_ACTION;7002 GAME_ADVENTURE;7003 GAME_CASUAL;7004 GAME_BOARD;7005 GAME_CARD
7006 GAME_CASINO;7009 GAME_EDUCATIONAL;7011 GAME_MUSIC;7012 GAME_PUZZLE;7013 GAME_RACING;7014 GAME_ROLE_PLAYING
7015 GAME_SIMULATION;7016 GAME_SPORTS;7017 GAME_STRATEGY;7018 GAME_TRIVIA;7019 GAME_WORD
`;

export const storeCategories: readonly StoreCategory[] = [...parse('store_a', STORE_A), ...parse('store_b', STORE_B)];

const byKey = new Map(storeCategories.map((category) => [`${category.platform} ${category.id}`, category]));
const counterparts = new Map(
  COUNTERPARTS.trim()
    .split(/[\n;]/u)
    .map((pair) => pair.split(' ') as [string, string]),
);
const parentIds = new Set(storeCategories.map(({ parentId }) => parentId));

export function findCategory(platform: string, id: string): StoreCategory | undefined {
  return byKey.get(`${platform} ${id}`);
}

/** Categories that an app can be in: those below another one, with none below them. */
export function listLeafCategories(platform: StoreCategory['platform']): readonly StoreCategory[] {
  return storeCategories.filter((category) => category.platform === platform && category.parentId !== null && !parentIds.has(category.id));
}

/** The category of `store_b` for one of `store_a`. */
export function counterpartOf(categoryId: string): string | undefined {
  return counterparts.get(categoryId);
}

function parse(platform: StoreCategory['platform'], text: string): StoreCategory[] {
  return text
    .trim()
    .split(/[\n;]/u)
    .map((row) => {
      const [id = '', parentId = '', section = '', name = ''] = row.split(',');
      return { platform, id, parentId: parentId === '' ? null : parentId, section, name };
    });
}
