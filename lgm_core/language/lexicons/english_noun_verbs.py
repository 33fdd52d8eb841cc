"""English nouns that are verbs, too, without another form: *to trap*, *to file*, *to route*."""

from __future__ import annotations

__all__ = ["NOUN_VERBS"]

NOUN_VERBS = frozenset(
    """
    abuse access ace act address advance age aid aim air alarm alert ally amount anchor angle answer appeal approach arc
    arch arm array arrest assault attack attempt attribute audit award awe axe back bag bail bait bake balance balloon
    ban band bandage bang bank bar barge bark base bask bat bathe battle bay beach beam bear beat bed bellow belt bench
    bend benefit bet bias bicycle bid bill bind bite blame blanket blast blaze bleach blend blight blink block bloom
    blossom blot blow bluff blunder board boast boat body boil bolt bomb bond book boom boost boot border bore boss
    bottle bottom bounce bound bow bowl box brace bracket braid brake branch brand brave breach bread break breath breed
    brew bribe brick bridge brief broadcast bronze brood bruise brush bubble buck bucket buckle bud budget buffer bug
    build bulge bulk bully bump bundle burden burn burst bus bush butcher butter button buzz cable cache cage cake call
    calm camp can candy cane cap captain caption capture care caress cargo cart carve cascade case cash cast catalogue
    catch cater cause caution cave cease cement censor center centre certificate chain chair chalk challenge chance
    change channel chant chart charter chase chat cheat check cheer chill chip choke chop chorus chronicle circle
    circuit cite claim clamp clash clasp class claw clean clear click climb clip cloak clock clone closet cloud club
    cluster clutch coach coast coat code coil coin collapse collar color colour comb combat comfort command comment
    commission commit compact company compass compile complement complex compliment compound compress compromise
    concern concrete condition conduct cone conflict conserve console contact contest contour contract contrast control
    convert convict cook cool copy cord core cork corner correct cost cough counsel count counter couple courier course
    court cover cow crack craft cramp crane crash crate craze cream crease credit creep crest crew crop cross crowd
    crown cruise crumb crunch crush crust cry cube cue cuff culture cup cure curl curse curtain curve cushion cut cycle
    dab dam damage damp dance dare dart dash date dawn deal debate debit decay decline decrease deed default defect
    delay delegate delight demand dent deposit desert design desire detail detour devil dial diet digest dip direct
    disaster discharge discipline discount discourse disgrace disguise dish dispatch display dispute distance distress
    ditch dive divide divorce dock document dog dole dome doom dope dose dot double doubt down draft drag drain draw
    dream dredge dress drift drill drink drip drive drone drop drown drum dub duck dump dust dwarf dye ease echo eclipse
    edge effect elbow embrace emphasis end engineer escape escort estimate evidence exchange excuse exercise exhaust
    exhibit exile exit experience experiment exploit export expose express extract eye face fade fail fake fall fan
    farm fashion fast father fatigue fault favor favour fear feast feature feed feel fence ferry fetch feud fiddle field
    fight figure file fill film filter finance find fine finger finish fire firm fish fit fix flag flake flame flank
    flap flare flash flatter flavor flavour flaw fleet flesh flex flicker flight fling flip float flock flood floor
    flour flow flower flush fly foam focus fog foil fold foot force forecast forge fork form format forward foul found
    frame freeze freight frost frown fruit fuel function fund funnel furnish fuse gain gallop gamble game gang gap gape
    garden gas gasp gate gauge gaze gear gel gift glance glare glaze gleam glide glimpse glow glue golf gossip grade
    graft grant graph grasp grate graze grease greet grill grin grind grip groan groom groove ground group grout growl
    grudge guarantee guard guess guest guide gulf gun gush gutter hail halt ham hammer hand handle hang harbor harbour
    harm harness harvest hash hatch hate haul haunt hawk hazard head heap heat hedge heel help herd highlight hike hinge
    hint hire hit hoard hold hole honor honour hood hook hoop hop hope hose host hound house hover howl hug hum hunger
    hunt hurdle hurry hurt ice idle image impact import impress impulse inch incline increase index influence initial
    inlet input insert insult interest interface interview invoice iron issue itch jail jam jerk jet jingle jog join
    joint joke journey judge juice jump keep key kick kill kiln kiss knead knife knit knock knot label labor labour lace
    lack ladder lag lake lance land lap lapse lash latch laugh launch launder lavish lay layer lead leaf leak lean leap
    lease leave lecture level lever license lick lid lie lift light like limb lime limit limp line link list litter live
    load loan lobby lock lodge log long look loop loot lot love lower lump lunch lurch lure machine mail major make man
    manage mandate manufacture map march margin mark market marry mask mass master mat match mate matter meal measure
    meet meld melt menace mend merit mesh mess meter milk mill mind mine mint minute mirror miss mist mistake mix moan
    model moderate mold monitor moor mop mortgage motion motor mould mount mouth move mow mud murder muscle muse nail
    name narrow neck need nerve nest net network nick nod noise nose notch note notice number nurse object occasion
    offer offset oil okay open operate orbit order orphan outfit outlet outline output overflow overhaul overlap
    overlook own pace pack package pad paddle page pain paint pair pale palm pan panel panic paper parachute parade
    parcel pardon park parody part pass paste pasture pat patch patent path patrol pattern pause pave pawn pay peak
    pedal peel peer peg pen perfume permit pet phase phone photograph pick picture piece pierce pile pilot pin pinch
    pipe pit pitch pivot place plan plane plant plaster plate play plead pledge plot plough plow plug plumb plunge
    pocket point poison poke polish poll pond pool pop pose post pot pouch pound pour powder power practice praise
    preface premiere present preserve press pressure prey price pride prime print prize probe process produce profile
    profit program programme progress project promise prompt proof prop protest prune puff pull pulse pump punch
    purchase purge purpose push puzzle quake qualify quarrel quarry quarter quench query quest question queue quilt
    quiz quote race rack radio raft rage raid rail rain raise rake rally ram ramp range rank rape rash rate ration ray
    reach react rear rebate rebel rebound recall receipt recess record recruit reduce reel refer reference refill
    reform refund refuse regard register regret reign rein reject relapse relay release relish remark remedy rent repair
    repeat reply report repose request rescue research reserve resort respect rest result retail retire retort retreat
    retry return reveal revenge reverse review revolt reward rib ride ridge rig ring rinse riot rip ripple rise risk
    rival rivet roam roar roast rob rock roll roof room root rope rot rotate rough round route row rub ruin rule rumble
    run rupture rush rust sabotage sack saddle safeguard sail salary sale salt salute sample sanction sand sap saw scale
    scan scar scare scatter scent schedule scheme school scoop scope score scorn scour scout scramble scrap scrape
    scratch scream screen screw script scrub seal seam search season seat secret sense sentence separate sequence serve
    service set sew shade shadow shaft shake shame shape share sharpen shave shed sheet shelf shell shelter shield shift
    shine ship shock shoe shoot shop shore short shoulder shout shovel show shower shred shriek shroud shrug shut
    shuttle side siege sieve sift sigh sight sign signal silence sin sink sip siphon site size sketch ski skid skill
    skim skin skip skirt slack slam slant slap slash slate slave sleep sleeve slice slide slip slope slot slow slump
    smack smash smell smelt smile smoke smooth snack snag snake snap snare snatch sneak sneeze snow soak soap sob socket
    solder sole solo solvent sound source spade span spar spare spark spawn speak spear spell spend spice spike spill
    spin spiral spit splash splinter split spoil sponge sponsor spool spoon sport spot spray spread spring sprinkle
    sprint sprout spur spy squad square squash squeeze stab stable stack staff stage stain stake stalk stall stamp stand
    staple star stare start starve state station stay steal steam steer stem step stick sting stir stitch stock stomach
    stone stop store storm strain strand strap stream stress stretch stride strike string strip stripe strive stroke
    stroll structure struggle stub study stuff stump stunt style subject submit suck suffer suffix suit sum supplement
    supply support surf surface surge surprise survey suspect sustain swamp swap swarm sway swear sweat sweep swell swim
    swing switch symbol sync syringe table tackle tag tail tailor taint talk tame tan tangle tank tap tape target task
    taste tattoo tax team tear tease telephone tell temper tempt tender tent term terrace test text thank thaw theme
    thin thirst thread threat throng throw thrust thumb thunder tick ticket tide tie tile till tilt time tin tint tip
    tire title toast toggle toil toll tone tool top torch torture toss total touch tour tow tower toy trace track trade
    trail train transfer transform transit transplant transport trap travel tread treat trek tremble trench trend trial
    trick trickle trigger trim trip triumph troop trouble truck trumpet trust try tube tuck tug tumble tune tunnel turn
    tutor twin twist type umpire update upgrade upload upset urge use utter value vanish vapor vault veil vein vent
    venture vessel veto view violate visit voice volley volunteer vote vouch voyage wage wail wait wake walk wall wander
    want war ward warp wash waste watch water wave wax weapon wear weather weave wedge weed weigh weight weld wet wheel
    whip whirl whisper whistle widow wield will win wind wing wink wipe wire wish witness wonder work worm worry worship
    wound wrap wreck wrench wrestle wrinkle yard yawn yell yield zero zone zoom
    """.split()
)
