// Replaced by the generator as soon as the migrations run (npm run generate).
export interface Database {}
